import { withRequiredLine } from '#domain/compliance/license-line.ts'
import type { GuardVerdict } from '#domain/compliance/outreach.ts'
import { frameScript } from '#domain/outreach/frame.ts'
import { bodyCharacters, MODEL_INSTRUCTIONS, modelBody, modelRequest } from '#domain/outreach/model-body.ts'
import type { ScriptFacts, ScriptRequest } from '#domain/outreach/script-facts.ts'
import { leadOf, templateScript, templateSubject } from '#domain/outreach/template.ts'
import { checkOutreach } from '#server/platform/content/guard.ts'
import type { ConnectedModel } from '#server/platform/llm/language-model.ts'

export type Script = {
  text: string
  subject: string | null
  source: 'template' | 'model'
  guard: GuardVerdict
}

/** A script from a template, without a name, street or city that the guard would block. */
export function writeFromTemplate(request: ScriptRequest, facts: ScriptFacts, seed: string): Script {
  const attempts = [
    facts,
    { ...facts, street: null },
    { ...facts, firstName: null },
    { ...facts, firstName: null, street: null },
    { ...facts, city: null, street: null },
    { ...facts, firstName: null, city: null, street: null },
  ]
  const buildScript = (variant: ScriptFacts) =>
    checkScript(templateScript(request, variant, seed), request, variant, seed, 'template')
  // The first attempt nearly always passes, and checks are the slowest step.
  for (const attempt of attempts) {
    const script = buildScript(attempt)
    if (isAllowed(script.guard)) return script
  }
  return buildScript(facts)
}

/**
 * A model's text within our own greeting and closing, without paragraphs that the guard blocks. Null if nothing
 * usable is left.
 *
 * @throws {ModelError}
 */
export async function writeWithModel(
  model: ConnectedModel,
  request: ScriptRequest,
  facts: ScriptFacts,
  seed: string,
  signal: AbortSignal,
): Promise<Script | null> {
  const maxCharacters = bodyCharacters(request)
  let modelText = ''
  const content = modelRequest({ ...request, city: facts.city })
  for await (const chunk of model.write({
    instructions: MODEL_INSTRUCTIONS,
    turns: [{ role: 'user', content }],
    maxCharacters,
    signal,
  }))
    modelText += chunk
  const body = modelBody(modelText, request)
  const paragraphs = body && allowedParagraphs(body)
  if (!paragraphs) return null
  const texts = [...leadOf(request, facts), ...paragraphs]
  const script = checkScript(frameScript(texts, request, facts, seed), request, facts, seed, 'model')
  return isAllowed(script.guard) ? script : null
}

const MIN_WORDS = 15

/** Checks the body alone, since greeting and closing without a body are no message. */
function allowedParagraphs(body: readonly string[]): string[] | null {
  const text = body.join('\n\n')
  // The call channel requires neither an opt-out line nor an address.
  const { allowed, clean } = checkOutreach(text, { channel: 'call' })
  if (allowed) return [...body]
  return clean !== null && clean.trim().length >= MIN_WORDS ? clean.split(/\n{2,}/) : null
}

function checkScript(
  framedText: string,
  request: ScriptRequest,
  facts: ScriptFacts,
  seed: string,
  source: Script['source'],
): Script {
  const text = withRequiredLine(framedText, facts.licenseLine ?? null, request.channel)
  return { text, subject: templateSubject(request, facts, seed), source, guard: check(text, request, facts) }
}

function check(text: string, { channel, kind }: ScriptRequest, facts: ScriptFacts): GuardVerdict {
  return checkOutreach(text, {
    channel,
    kind,
    organizationAddress: facts.postalAddress,
    requiredLine: facts.licenseLine ?? null,
    missingLicense: facts.missingLicense ?? null,
    senderName: facts.agent,
    recipientName: facts.firstName,
  })
}

/** True if nothing has to be removed; a missing postal address or license is handled elsewhere. */
function isAllowed({ findings }: GuardVerdict): boolean {
  return findings.every(({ rule }) => rule === 'address-missing' || rule === 'license-missing')
}

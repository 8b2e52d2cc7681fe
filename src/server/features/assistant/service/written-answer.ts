import { allowedFigures, hasInventedFigure } from '#domain/assistant/figures.ts'
import { answerInstructions, fenceQuestion, MAX_ANSWER_LENGTH } from '#domain/assistant/model-words.ts'
import { plainAnswerText, splitSentences } from '#domain/assistant/plain-answer-text.ts'
import type { ConnectedModel, ModelTurn } from '#server/platform/llm/language-model.ts'

type AnswerRequest = {
  productName: string
  question: string
  evidence: readonly { from: string; text: string }[]
  earlier: readonly ModelTurn[]
  signal: AbortSignal
}

/**
 * An answer by a connected model, yielded sentence by sentence as each passes the checks: no URLs, no invisible
 * characters, and no figures that are in neither the question nor the evidence.
 *
 * @returns the whole answer, or null if a sentence failed a check or nothing was left
 * @throws {ModelError}
 */
export async function* writeAnswer(
  model: ConnectedModel,
  { productName, question, evidence, earlier, signal }: AnswerRequest,
): AsyncGenerator<string, string | null> {
  const allowedNumbers = allowedFigures([question, ...evidence.flatMap(({ from, text }) => [from, text])])
  let writtenText = ''
  const pieces = model.write({
    instructions: answerInstructions(productName),
    turns: [{ role: 'user', content: fenceQuestion(question, { evidence, earlier }) }],
    maxCharacters: MAX_ANSWER_LENGTH,
    signal,
  })
  for await (const sentence of splitSentences(pieces)) {
    const text = plainAnswerText(sentence)
    if (hasInventedFigure(text, allowedNumbers)) return null
    if (writtenText === '' && text.trim() === '') continue
    writtenText += text
    yield text
  }
  return writtenText.trim() || null
}

import { expect } from 'vitest'
import { connectModel } from '#server/platform/llm/connect-model.ts'
import { ModelError, type ModelRequest } from '#server/platform/llm/language-model.ts'
import type { ModelLimits } from '#server/platform/llm/model-limits.ts'

/** Texts that must never be logged. */
export const KEY = 'sk-canary-of-the-key'
export const PROMPT = 'canary-of-the-prompt'

type LogLine = { level: 'error' | 'warn'; fields: unknown; message: unknown }

/** A connected model with its log and an adjustable clock. */
export function connectTestModel(baseUrl: string, limits: Partial<ModelLimits> = {}) {
  const lines: LogLine[] = []
  const clock = { now: Date.parse('2026-03-10T12:00:00Z') }
  const logLine = (level: LogLine['level']) => (fields: unknown, message?: unknown) =>
    void lines.push({ level, fields, message })
  const log = { debug() {}, info() {}, warn: logLine('warn'), error: logLine('error') }
  const settings = { baseUrl, name: 'test-model', key: KEY }
  return { model: connectModel(settings, { log, now: () => clock.now, limits }), lines, clock }
}

export const request = (overrides: Partial<ModelRequest> = {}): ModelRequest => ({
  instructions: 'Be brief.',
  turns: [{ role: 'user', content: PROMPT }],
  maxCharacters: 2000,
  ...overrides,
})

export async function collectPieces(stream: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of stream) pieces.push(piece)
  return pieces
}

/** Output before the failure, and the failure. */
export async function collectUntilError(
  pieces: AsyncIterable<string>,
): Promise<{ text: string; error: ModelError }> {
  let text = ''
  try {
    for await (const piece of pieces) text += piece
  } catch (error) {
    expect(error).toBeInstanceOf(ModelError)
    return { text, error: error as ModelError }
  }
  throw new Error(`Answered: ${text}`)
}

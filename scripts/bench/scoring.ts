// How many contacts with two live signals one core scores in a second of its own time, whatever else the machine does.
import assert from 'node:assert/strict'
import { scoreContact } from '#domain/score/score.ts'
import { household } from '#domain/score/score-input.fixture.ts'
import type { BenchPart } from './bench-part.ts'

const GOAL = 200_000
const TIMES = 300_000

const signal = { confidence: 0.9, source: 'bench', documentId: null }
const INPUT = {
  today: '2026-11-20',
  household: household({ tenure: 'owner', age: 41, ownershipYears: 7 }),
  signals: [
    { ...signal, id: 'a', category: 'divorce', subtype: 'divorce.filed', eventDate: '2026-09-20' },
    { ...signal, id: 'b', category: 'debt', subtype: 'debt.nod', eventDate: '2026-08-20' },
  ],
  policy: { excludeFamilial: false, excludeAge: false },
} as const

export const part: BenchPart = {
  name: 'scoring',
  sizes: 'largest',
  async run() {
    assert.ok(Math.abs(scoreContact(INPUT).score - 91) <= 1, 'The scored example is off')
    const start = process.cpuUsage()
    for (let i = 0; i < TIMES; i++) scoreContact(INPUT)
    const { user, system } = process.cpuUsage(start)
    return [
      {
        operation: 'scoring, one core',
        value: TIMES / ((user + system) / 1e6),
        unit: 'contacts/s',
        goal: GOAL,
      },
    ]
  },
}

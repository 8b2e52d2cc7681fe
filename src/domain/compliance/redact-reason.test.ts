import { describe, expect, test } from 'vitest'
import { redactReason } from './redact-reason.ts'

describe('a reason without names', () => {
  test.each([
    ['Called back and agreed to texts', [], 'Called back and agreed to texts'],
    ['Hazel asked me to call again', ['hazel'], '[…] asked me to call again'],
    ['she said hazel may call', ['hazel', 'may'], 'she said […] may call'],
    ['Wrote back: Ruth Abernathy agrees', [], 'Wrote back: […] agrees'],
    ['Spoke to his wife Carol on Monday. Agreed.', [], 'Spoke to his wife […] on Monday. Agreed.'],
    ['asked by mail hazel@example.com', [], 'asked by mail […]'],
    ['new number (630) 555-0142 given', [], 'new number […] given'],
    ['lives at 12 Oak Street now', [], 'lives at […] now'],
    ['O’Brien signed. Müller too', ['müller', 'brien'], '[…] signed. […] too'],
    ['see https://example.com/hazel', [], 'see […]'],
    ['MARY JONES CALLED', [], 'MARY […]'],
  ])('%s', (reason, names, expected) => {
    expect(redactReason(reason, names)).toBe(expected)
  })

  test('never shows a name of a contact, wherever it stands', () => {
    const name = 'Zebulon'
    for (const text of [
      `${name} wrote`,
      `by ${name}`,
      `ok. ${name}, again`,
      `(${name})`,
      `${name.toLowerCase()}'s wife`,
    ])
      expect(redactReason(text, [name.toLowerCase()]).toLowerCase()).not.toContain(name.toLowerCase())
  })
})

import { describe, expect, test } from 'vitest'
import { checkOutreach } from '#server/platform/content/guard.ts'
import { CORPUS_ADDRESS, corpusTexts } from '#test/data/outreach-corpus.ts'
import { CHANNELS, type Channel, GUARD_RULES, type GuardVerdict } from './outreach.ts'

const organizationAddress = CORPUS_ADDRESS
const verdicts = new Map<string, GuardVerdict>()
/** Several tests read the whole corpus; each text is checked once. */
const check = (text: string, channel: Channel = 'letter'): GuardVerdict => {
  const key = `${channel} ${text}`
  const verdict = verdicts.get(key) ?? checkOutreach(text, { channel, organizationAddress })
  verdicts.set(key, verdict)
  return verdict
}
const rulesOf = (text: string, channel: Channel = 'letter') =>
  check(text, channel).findings.map(({ rule }) => rule)

const corpus = [...corpusTexts('refused'), ...corpusTexts('clean')]
/** Texts that the guard neither learned from nor was changed for. */
const heldOut = corpusTexts('held-out')
const blockedTexts = corpus.filter(({ rule }) => rule !== null)
const clean = corpus.filter(({ rule }) => rule === null)

describe('A38 the outreach guard and its corpus', { timeout: 60_000 }, () => {
  test('refuses nearly every text of the corpus that names or hints', () => {
    const passed = blockedTexts.filter(({ text, channel, rule }) => {
      const foundRules = rulesOf(text, channel)
      return rule?.endsWith('-missing')
        ? !foundRules.includes(rule)
        : foundRules.every((name) => name.endsWith('-missing'))
    })
    console.warn(`Outreach guard: ${blockedTexts.length} refused texts, ${passed.length} passed`)
    expect(blockedTexts.length).toBeGreaterThanOrEqual(300)
    expect(passed.length / blockedTexts.length, passed.map(({ name }) => name).join(', ')).toBeLessThan(0.01)
  })

  test('names the broken rule, except in a few sentences that are suspect as a whole', () => {
    const misnamed = blockedTexts.filter(
      ({ text, channel, rule }) => !rulesOf(text, channel).some((found) => found === rule),
    )
    expect(misnamed.length / blockedTexts.length, misnamed.map(({ name }) => name).join(', ')).toBeLessThan(
      0.02,
    )
  })

  test('allows ordinary letters', () => {
    const stopped = clean.filter(({ text, channel }) => !check(text, channel).allowed)
    console.warn(`Outreach guard: ${clean.length} clean texts, ${stopped.length} stopped`)
    expect(clean.length).toBeGreaterThanOrEqual(300)
    expect(stopped.length / clean.length, stopped.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(
      0.01,
    )
  })

  test('stops hints within a longer ordinary letter', () => {
    const hints = corpusTexts('close').filter(({ rule }) => rule !== null)
    const [greeting, ending] = [
      'Hi Hazel,',
      "It's been a while since we talked, so I wanted to say hello. I keep an eye on homes in Naperville and send a short note when something sells. Would you like to hear what I see?",
    ]
    const missed = hints.filter(
      ({ text }) => checkOutreach(`${greeting}\n\n${text}\n\n${ending}`, { channel: 'letter' }).allowed,
    )
    expect(missed.length / hints.length).toBeLessThanOrEqual(0.05)
  })

  test('tells close calls apart', () => {
    const wrong = corpusTexts('close').filter(
      ({ text, channel, rule }) =>
        checkOutreach(text, { channel, kind: 'personal' }).allowed === (rule !== null),
    )
    const missed = wrong.filter(({ rule }) => rule !== null)
    expect(missed.map(({ name }) => name)).toEqual([])
    expect(wrong.length, wrong.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(12)
  })

  test('stops most held-out texts that name or hint, and few ordinary ones', () => {
    const hints = heldOut.filter(({ rule }) => rule !== null)
    const ordinary = heldOut.filter(({ rule }) => rule === null)
    const missed = hints.filter(({ text, channel, rule }) => {
      const found = rulesOf(text, channel)
      return rule?.endsWith('-missing')
        ? !found.includes(rule)
        : found.every((name) => name.endsWith('-missing'))
    })
    const stopped = ordinary.filter(({ text, channel }) => !check(text, channel).allowed)
    console.warn(
      `Held out: ${missed.length} of ${hints.length} missed, ${stopped.length} of ${ordinary.length} stopped`,
    )
    expect(hints.length).toBeGreaterThanOrEqual(130)
    expect(ordinary.length).toBeGreaterThanOrEqual(180)
    expect(missed.length / hints.length, missed.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(0.05)
    expect(stopped.length / ordinary.length, stopped.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(
      0.03,
    )
  })

  test('has corpus texts for every rule and channel', () => {
    // A missing license depends on the sender, not on the text.
    for (const rule of GUARD_RULES.filter((each) => each !== 'license-missing'))
      expect(blockedTexts.filter((text) => text.rule === rule).length, rule).toBeGreaterThanOrEqual(3)
    for (const channel of CHANNELS) {
      expect(blockedTexts.some((text) => text.channel === channel)).toBe(true)
      expect(clean.some((text) => text.channel === channel)).toBe(true)
    }
  })

  test('orders findings by position and quotes the text', () => {
    for (const { text, channel } of blockedTexts) {
      const { findings } = check(text, channel)
      for (const [index, finding] of findings.entries()) {
        expect(text.slice(finding.start, finding.end)).toBe(finding.words)
        expect(finding.start).toBeGreaterThanOrEqual(findings[index - 1]?.start ?? 0)
        expect(finding.why).toMatch(/^[A-Z].+\.$/)
      }
    }
  })
})

describe('A38 the clean version', () => {
  test('passes the guard or is null', () => {
    let offered = 0
    for (const { text, channel } of blockedTexts) {
      const verdict = check(text, channel)
      if (verdict.clean === null) continue
      offered++
      expect(check(verdict.clean, channel), verdict.clean).toEqual({
        allowed: true,
        findings: [],
        clean: null,
      })
    }
    expect(offered).toBeGreaterThan(40)
  })

  test('passes for mixed texts on every channel', () => {
    let seed = 7
    const pick = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * limit)
    }
    for (let round = 0; round < 150; round++) {
      const parts = Array.from({ length: 3 }, () => corpus[pick(corpus.length)]?.text ?? '')
      const channel = CHANNELS[pick(CHANNELS.length)] ?? 'letter'
      const verdict = check(parts.join(pick(2) === 0 ? ' ' : '\n\n'), channel)
      if (verdict.clean !== null) expect(check(verdict.clean, channel).findings, verdict.clean).toEqual([])
    }
  })

  test('keeps greeting, signature and the other sentences', () => {
    const text =
      'Hi Ann,\n\nSorry for your loss. Three homes on Elm Street sold in May. Shall I send the list?\n\nBest,\nMark Lee\nLee Realty'
    expect(check(text).clean).toBe(
      'Hi Ann,\n\nThree homes on Elm Street sold in May. Shall I send the list?\n\nBest,\nMark Lee\nLee Realty',
    )
    expect(check(text, 'email').clean).toBe(
      `Hi Ann,\n\nThree homes on Elm Street sold in May. Shall I send the list?\n\nBest,\nMark Lee\nLee Realty\n\n${CORPUS_ADDRESS}\n\nTo stop these emails, reply "unsubscribe".`,
    )
    expect(check('Hi Ann, congrats on the baby! Want the May numbers for Elm?', 'text').clean).toBe(
      'Hi Ann, Want the May numbers for Elm? Reply STOP to opt out.',
    )
  })

  test('drops a sentence that only points back', () => {
    expect(
      check(
        'Hi Ann,\n\nSorry for your loss. It must weigh on you. That is why I write. Three homes on Elm sold in May.',
      ).clean,
    ).toBe('Hi Ann,\n\nThree homes on Elm sold in May.')
    expect(check('Sorry for your loss. This spring three homes on Elm Street sold.').clean).toBe(
      'This spring three homes on Elm Street sold.',
    )
    expect(check('Three homes on Elm sold. It was a good May. Sorry for your loss.').clean).toBe(
      'Three homes on Elm sold. It was a good May.',
    )
  })

  test('simplifies a sensitive greeting, and is null when nothing is left', () => {
    expect(check('Dear grieving family,\n\nThree homes on Elm Street sold in May.').clean).toBe(
      'Hello,\n\nThree homes on Elm Street sold in May.',
    )
    expect(check('Hi Ann,\n\nSorry for your loss.\n\nBest,\nMark Lee').clean).toBeNull()
    expect(check('Three homes on Elm Street sold in May.').clean).toBeNull()
  })
})

describe('A38 faint hints', () => {
  test('add up when close together, and are harmless alone or far apart', () => {
    const filler = 'Three homes on Elm Street sold in May. '.repeat(6)
    expect(rulesOf('My mom bakes on Mondays.')).toEqual([])
    expect(rulesOf('The condo on Elm Street sold in May.')).toEqual([])
    expect(rulesOf('Time for mom to see a condo?')).toEqual(['life-event', 'life-event'])
    expect(rulesOf(`My mom bakes on Mondays. ${filler}The condo on Elm Street sold in May.`)).toEqual([])
  })
})

describe('A38 opt-out and postal address', () => {
  const body = 'Three homes on Elm Street sold in May. Reply "unsubscribe" and I will stop.'

  test('requires both in an email, the opt-out in a text, neither in a letter or call', () => {
    expect(rulesOf('Three homes on Elm Street sold.', 'email')).toEqual([
      'address-missing',
      'opt-out-missing',
    ])
    expect(rulesOf('Three homes on Elm Street sold.', 'text')).toEqual(['opt-out-missing'])
    expect(rulesOf('Three homes on Elm Street sold.', 'letter')).toEqual([])
    expect(rulesOf('Three homes on Elm Street sold.', 'call')).toEqual([])
  })

  test('finds the address across line breaks and abbreviations', () => {
    expect(rulesOf(`${body}\n\n500 Congress Avenue\nSuite 200\nAustin TX 78701`, 'email')).toEqual([])
    expect(rulesOf(`${body}\n\n501 Congress Avenue\nSuite 200\nAustin TX 78701`, 'email')).toEqual([
      'address-missing',
    ])
  })

  test('explains a missing address and offers no clean version', () => {
    for (const unset of [undefined, null, '', '  ']) {
      const verdict = checkOutreach(body, { channel: 'email', organizationAddress: unset })
      expect(verdict.findings.map(({ why }) => why).join()).toContain('Add yours first')
      expect(verdict.clean).toBeNull()
    }
  })

  test('rejects a negated opt-out', () => {
    expect(rulesOf('Three homes sold. Reply STOP to opt out.', 'text')).toEqual([])
    expect(rulesOf('Three homes sold. Do not reply STOP.', 'text')).toEqual(['opt-out-missing'])
  })
})

describe('A38 names are not findings', () => {
  test.each([
    'Hi Christian,\n\nThree homes sold.',
    'Three homes sold.\n\nChristian Okafor',
    'The home at 5 Divorce Creek Rd sold for 410.',
    'Sales on Baby Doe Lane and Church Street were brisk.',
  ])('%s', (text) => {
    expect(check(text).findings).toEqual([])
  })

  test("ignores known names and the organization's address, but not phrases", () => {
    const context = { channel: 'letter', senderName: 'Baby Babineaux', recipientName: 'Jesus Bride' } as const
    expect(checkOutreach('I met Bride on Monday. Yours, Baby Babineaux', context).allowed).toBe(true)
    expect(checkOutreach('Congratulations on the baby, Bride', context).allowed).toBe(false)
    expect(
      checkOutreach('Sorry for your loss', { ...context, senderName: 'Sorry for your loss' }).allowed,
    ).toBe(false)
  })
})

describe('A38 what is around and inside words', () => {
  test.each([
    'Three homes sold. <sorry for your loss> Call me.',
    'Three homes sold. <!-- sorry for your loss --> Call me.',
    'Three homes sold. ‹sorry for your loss› Call me.',
    'Your fore\u00adclosure is public.',
    'SORRY FOR YOUR LÓSS',
    'Sorry for your\nloss.',
    'Wedding bells 💍 for you two!',
  ])('finds the life event in %j', (text) => {
    expect(rulesOf(text)).toContain('life-event')
  })
})

describe('A38 hostile texts', () => {
  const LENGTH = 65_536
  const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)

  test.each([
    'a',
    'a ',
    '.',
    'a.',
    '\n',
    '<a',
    '&#',
    'f*',
    '\u200b',
    'sorry ',
    'perfect for ',
    'f o r ',
    "a'",
    'pro-bate-',
    '👶',
    'a!',
    '<a b=',
    '<b>now that </b>',
    '1 1 1 ',
    'i saw ',
    'with everything ',
  ])('checks 64 KB of %j in linear time', (part) => {
    const startTime = performance.now()
    checkOutreach(fill(part), { channel: 'email', organizationAddress })
    // Far above the usual tens of milliseconds, far below quadratic time.
    expect(performance.now() - startTime).toBeLessThan(2000)
  })

  test('accepts empty text, lone surrogates and control characters', () => {
    const controls = Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).join('')
    for (const text of ['', '\ud800', 'a\udfff', controls]) expect(check(text).findings).toEqual([])
  })
})

describe('A40 the line about the license', () => {
  const TEXT = 'Hi Hazel, do you have questions about homes in your area? Reply STOP to opt out.'

  test('is never a finding, whatever the names in it, and the same words elsewhere are', () => {
    const requiredLine = 'Grace Church, IL license 7, Christian Family Realty'
    const context = { channel: 'text', requiredLine } as const
    expect(checkOutreach(`${TEXT}\n${requiredLine}`, context)).toMatchObject({ allowed: true, findings: [] })
    expect(
      checkOutreach(`${TEXT} A Christian family lives next door.\n${requiredLine}`, context).allowed,
    ).toBe(false)
  })

  test('blocks every kind of message while the license is missing, without a clean version', () => {
    for (const kind of ['marketing', 'personal'] as const) {
      const verdict = checkOutreach(TEXT, { channel: 'text', kind, missingLicense: 'Add your license.' })
      expect(verdict).toMatchObject({
        ...{ allowed: false, clean: null },
        findings: [{ rule: 'license-missing', words: '', why: 'Add your license.' }],
      })
    }
  })
})

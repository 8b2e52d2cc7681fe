import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatReply } from '#contract/assistant.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

describe('answers about single facts', () => {
  const ask = async (message: string) => {
    await app.owner.run('delete from rate_limits')
    return ((await ann.request('POST', '/api/chat', { message })).json as ChatReply).reply
  }

  test('gives phone, value, years, gaps and bills of own contacts', async () => {
    const eve = await ann.request('POST', '/api/contacts', {
      firstName: 'Evangeline',
      lastName: 'Quist',
      phone: '(630) 555-0177',
      email: 'evangeline@example.com',
      address: '12 Oak St',
      city: 'Lisle',
      state: 'IL',
    })
    const { id } = eve.json as { id: string }
    await app.owner.run(
      `insert into properties (organization_id, contact_id, address, estimated_value, ownership_length, last_sale_date)
       values ($1, $2, '12 Oak St', 512000, 14, '2012-05-01')`,
      [ann.organizationId, id],
    )
    expect(await ask("What's Evangeline's phone number?")).toContain(
      "Evangeline Quist's phone number is (630) 555-0177",
    )
    expect(await ask('Whose number is 630-555-0177?')).toContain('Evangeline Quist, Lisle, IL')
    expect(await ask('who is evangeline@example.com')).toContain('Evangeline Quist')
    expect(await ask("What is Evangeline's home worth?")).toContain('estimated value of $512,000')
    expect(await ask('How long has Evangeline owned her home?')).toContain('for 14 years, since May 1, 2012')
    expect(await ask('Which homes are worth over $500k?')).toContain('1. Evangeline Quist: $512,000')
    expect(await ask('Who has never been enriched?')).toContain('Evangeline Quist')
    expect(await ask('what do I owe this month')).not.toMatch(/mortgage/i)
    expect(await ask('what do I owe this month')).toContain('Settings, Billing')
  })

  test('lists no do-not-contact person as a lead, and flags one elsewhere', async () => {
    const contact = await ann.request('POST', '/api/contacts', {
      firstName: 'Ottoline',
      lastName: 'Nocall',
      phone: '(630) 555-0188',
    })
    const { id } = contact.json as { id: string }
    await app.owner.run(
      'update contacts set do_not_contact = true, nine_d_score = 99, scored_at = now() where id = $1',
      [id],
    )
    for (const question of [
      'give me the hottest leads',
      'who is most likely to move',
      'show my top 10 contacts',
    ])
      expect(await ask(question), question).not.toContain('Ottoline')
    expect(await ask("What is Ottoline's phone number?")).toMatch(/^Do not contact/)
    expect(await ask('Who is on do not contact?')).toContain('Ottoline Nocall: do not contact')
  })

  test('lists people who refused some channels beside those who refused all', async () => {
    const contact = await ann.request('POST', '/api/contacts', { firstName: 'Prudence', lastName: 'Quiet' })
    const { id } = contact.json as { id: string }
    await app.owner.run(`update contacts set opted_out_channels = '{call,text}' where id = $1`, [id])
    expect(await ask('Who opted out?')).toContain('Prudence Quiet: no calls, no text messages')
  })

  test('leaves people who refuse every channel and listed homes out of leads', async () => {
    const add = async (firstName: string, change: string) => {
      const added = await ann.request('POST', '/api/contacts', { firstName, lastName: 'Leftout' })
      await app.owner.run(
        `update contacts set nine_d_score = 98, scored_at = now(), ${change} where id = $1`,
        [(added.json as { id: string }).id],
      )
    }
    await add('Refusia', `opted_out_channels = '{call,text,email,letter}'`)
    await add('Listeth', 'listed_for_sale = true')
    expect(await ask('give me the hottest leads')).not.toMatch(/Refusia|Listeth/)
    expect(await ask('Who is on do not contact?')).toContain('Refusia Leftout')
  })

  test('finds only contacts with the whole address or number, alternates included', async () => {
    const add = (contact: object) => ann.request('POST', '/api/contacts', contact)
    await add({
      ...{ firstName: 'Fenella', lastName: 'Further', email: 'fenella@example.com' },
      details: {
        emails: [{ email: 'fen.at.work@example.com', kind: 'work' }],
        phones: [{ phone: '(630) 555-0161', kind: 'mobile' }],
      },
    })
    await add({ firstName: 'Lois', lastName: 'Longer', email: 'fen.at.work@example.community' })
    expect(await ask('who is fen.at.work@example.com')).toContain('Fenella Further')
    expect(await ask('who is fen.at.work@example.co')).toBe(
      'None of your contacts has fen.at.work@example.co.',
    )
    expect(await ask('Whose number is 630-555-0161?')).toContain('Fenella Further')
  })

  test('gives birthday, stage and last contact, and answers follow-up questions', async () => {
    const details = {
      birthday: '1970-11-30',
      history: { stage: 'Nurture', source: 'Zillow', lastContactOn: '2020-05-01' },
    }
    const { json } = await ann.request('POST', '/api/contacts', {
      firstName: 'Wilhelmina',
      lastName: 'Kept',
      details,
    })
    await ann.request('PATCH', `/api/contacts/${(json as { id: string }).id}/tags`, {
      create: ['Past Client'],
    })
    expect(await ask('Who has a birthday in November?')).toContain('Wilhelmina Kept: Nov 30, 1970')
    expect(await ask('What stage is Wilhelmina in?')).toContain('“Nurture”')
    expect(await ask('and her birthday?')).toContain('Nov 30, 1970')
    expect(await ask('which clients are tagged past client')).toContain('Wilhelmina Kept')
    expect(await ask("who haven't I talked to in 90 days")).toContain('Wilhelmina Kept: May 1, 2020')
    await app.owner.run(`update contacts set do_not_contact = true where first_name = 'Wilhelmina'`)
    expect(await ask("who haven't I talked to in 90 days")).not.toContain('Wilhelmina')
  })

  test('takes the last contact from logged activities, and names a relationship', async () => {
    const { json } = await ann.request('POST', '/api/contacts', { firstName: 'Talulah', lastName: 'Spoken' })
    const { id } = json as { id: string }
    await ann.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome: 'reached' })
    await app.owner.run(`update contacts set relationship = 'past_client' where id = $1`, [id])
    expect(await ask('who did I talk to today')).toContain('Talulah Spoken')
    expect(await ask("who haven't I talked to in 90 days")).not.toContain('Talulah')
    expect(await ask('When did I last talk to Talulah?')).toMatch(
      /last contact with Talulah Spoken on record was on/,
    )
    expect(await ask('Who are my past clients?')).toContain('Talulah Spoken')
  })

  test('lists no one for texts who opted out of texts', async () => {
    const { json } = await ann.request('POST', '/api/contacts', {
      firstName: 'Tessa',
      lastName: 'Textless',
      phone: '(630) 555-0166',
    })
    await app.owner.run(
      `update contacts set nine_d_score = 97, scored_at = now(), opted_out_channels = '{text}' where id = $1`,
      [(json as { id: string }).id],
    )
    expect(await ask('Who should I text today?')).not.toContain('Tessa')
    expect(await ask('Who should I call today?')).toContain('Tessa')
  })

  test('lists no one for calls who has no number or one on a do-not-call registry', async () => {
    const addScored = async (firstName: string, details: object) => {
      const { json } = await ann.request('POST', '/api/contacts', {
        firstName,
        lastName: 'Reach',
        ...details,
      })
      await app.owner.run('update contacts set nine_d_score = 98, scored_at = now() where id = $1', [
        (json as { id: string }).id,
      ])
    }
    await addScored('Nonnie', { address: '4 Oak St', email: 'nonnie@example.com' })
    await addScored('Reginald', { phone: '(512) 555-0100' })
    await addScored('Opal', { phone: '(512) 555-0101' })
    await ann.request('POST', `/api/organizations/${ann.organizationId}/do-not-call`, '512,5550100\n', {
      'content-type': 'text/plain',
    })
    for (const question of ['Who should I call today?', 'who can I text']) {
      const answer = await ask(question)
      expect(answer, question).toContain('Opal')
      expect(answer, question).not.toMatch(/Nonnie|Reginald/)
    }
    const mailing = await ask('give me names for my postcard mailing')
    expect(mailing).toContain('Nonnie')
    expect(mailing).not.toMatch(/Opal|Reginald/)
    const anyWay = await ask('who should I reach out to')
    expect(anyWay).toMatch(/^Contact these first/)
    expect(anyWay).toContain('Nonnie')
  })

  test('says whether a person may be contacted', async () => {
    const addPerson = async (firstName: string, updates: string) => {
      const { json } = await ann.request('POST', '/api/contacts', { firstName, lastName: 'Ask' })
      await app.owner.run(`update contacts set ${updates} where id = $1`, [(json as { id: string }).id])
    }
    await addPerson('Percival', `opted_out_channels = '{call}'`)
    await addPerson('Philippa', `relationship = 'sphere'`)
    expect(await ask('am I allowed to email Percival')).toMatch(
      /^This person opted out of calls, not of texts, emails, letters\./,
    )
    expect(await ask('is it ok to text Philippa?')).toContain(
      "hasn't opted out of calls, texts, emails or letters",
    )
  })

  test('opens the outreach writer, but not for a person who refuses', async () => {
    await ann.request('POST', '/api/contacts', { firstName: 'Drusilla', lastName: 'Draft' })
    const drafted = async (message: string) => {
      await app.owner.run('delete from rate_limits')
      return (await ann.request('POST', '/api/chat', { message })).json as ChatReply
    }
    expect((await drafted('draft a text to Drusilla')).contacts).toMatchObject([
      { name: 'Drusilla Draft', write: 'text' },
    ])
    await app.owner.run(`update contacts set opted_out_channels = '{text}' where first_name = 'Drusilla'`)
    const reply = await drafted('draft a text to Drusilla')
    expect(reply.reply).toContain('opted out of texts')
    expect(reply.contacts?.[0]).not.toHaveProperty('write')
    await app.owner.run(`update contacts set do_not_contact = true where first_name = 'Drusilla'`)
    const blocked = await drafted('write Drusilla an email')
    expect(blocked.reply).toContain('marked do not contact')
    expect(blocked.contacts?.[0]).not.toHaveProperty('write')
  })

  test.each([
    ['What is lift?', 'times the chance'],
    ['what is an absentee owner', 'lives somewhere else'],
    ['What hours may I call people?', '47 CFR 64.1200(c)(1)'],
    ['Can I text someone without consent?', 'prior express written consent'],
    ['Can I call someone whose home is listed with another agent?', 'Article 16'],
    ['What does CAN-SPAM require?', '15 USC 7704'],
    ['Is cold calling legal?', '47 CFR 64.1200'],
    ['Can I mention a divorce in my letter?', 'Never mention a life event'],
  ])('quotes the documentation with its source: %s', async (question, fact) => {
    expect(await ask(question)).toContain(fact)
  })
})

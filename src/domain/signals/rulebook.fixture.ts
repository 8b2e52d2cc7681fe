import type { PublicRecordKind } from '../enrichment/public-record.ts'
import {
  education,
  enrichment,
  type findings,
  knownAddress,
  mortgage,
  person,
  position,
  property,
  record,
} from './detection-input.fixture.ts'

export type Parts = Parameters<typeof findings>[0]

export const ofRecord = (kind: PublicRecordKind, over: Partial<ReturnType<typeof record>> = {}): Parts => ({
  current: { publicRecords: [record({ kind, ...over })] },
})
const details = (documentType: string, grantors: string[], grantees: string[]) => ({
  details: { documentType, grantors, grantees },
})
export const senior = { contact: { birthYear: 1958 } }
export const large = property({ bedrooms: 4, lastSaleDate: '2002-06-01' })
const couple = person({ demographics: { householdSize: 2 } })
const withHome = (parts: Parameters<typeof property>[0]): Parts => ({
  current: { properties: [property(parts)] },
})
export const hired = (over: Parameters<typeof position>[0]): Parts => {
  const current = position(over)
  const employment = { current, history: [current] }
  return { current: { person: person({ employment, addresses: [knownAddress()] }) } }
}
const known = (last: string, householdSize: number, children: number[]) =>
  person({
    name: { first: 'Ana', last },
    demographics: {
      birthYear: 1981,
      householdSize,
      household: children.map((birthYear) => ({ name: null, birthYear, relation: 'child' as const })),
    },
  })
const between = (before: ReturnType<typeof known>, now: ReturnType<typeof known>): Parts => ({
  current: { person: now },
  previous: enrichment({ person: before }),
  previousFetchedAt: '2026-05-15',
})
const retired = position({ title: 'Retired', company: null, endDate: '2026-06-30' })

/** Rulebook of the design: input, rule, base confidence, and the day of the event. */
export const RULEBOOK: [rule: string, subtype: string, base: number, day: string, fires: Parts][] = [
  [
    'DE1',
    'death.estate',
    0.9,
    '2026-05-20',
    ofRecord('deed', {
      dates: { recorded: '2026-05-20' },
      ...details("Executor's Deed", ['Estate of X'], ['Ana Nunez']),
    }),
  ],
  [
    'DE1',
    'death.estate',
    0.9,
    '2026-05-20',
    ofRecord('deed', {
      dates: { recorded: '2026-05-20' },
      ...details('Deed', ['X, Personal Representative'], ['Ana Nunez']),
    }),
  ],
  [
    'DE1',
    'death.estate',
    0.9,
    '2026-05-20',
    ofRecord('deed', {
      dates: { recorded: '2026-05-20' },
      ...details('Affidavit of Death', ['Bo Chen'], ['Ana Nunez']),
    }),
  ],
  ['DE1', 'death.estate', 0.9, '2026-09-15', ofRecord('probate')],
  [
    'DE2',
    'death.survivor',
    0.8,
    '2026-05-20',
    ofRecord('deed', {
      dates: { recorded: '2026-05-20' },
      ...details('Affidavit of Death of Joint Tenant', ['Luis Nunez'], ['Ana Nunez']),
    }),
  ],
  ['DI1', 'divorce.filed', 0.9, '2026-09-15', ofRecord('dissolution')],
  [
    'DI2',
    'divorce.inferred',
    0.55,
    '2026-05-20',
    ofRecord('deed', {
      dates: { recorded: '2026-05-20' },
      ...details('Quitclaim', ['Ana Nunez', 'Bo Nunez'], ['Ana Nunez']),
    }),
  ],
  [
    'DI2',
    'divorce.inferred',
    0.7,
    '2026-05-20',
    ofRecord('deed', {
      dates: { recorded: '2026-05-20' },
      ...details('Interspousal Transfer Deed', ['Ana Nunez', 'Bo Nunez'], ['Bo Nunez']),
    }),
  ],
  [
    'DI2',
    'divorce.inferred',
    0.7,
    '2026-05-20',
    ofRecord('deed', {
      dates: { recorded: '2026-05-20' },
      ...details('Quitclaim per decree', ['Ana Nunez', 'Bo Nunez'], ['Ana Nunez']),
    }),
  ],
  [
    'DO1',
    'downsizing.state',
    0.6,
    '2026-11-15',
    { ...senior, current: { person: couple, properties: [large] } },
  ],
  [
    'DO2',
    'downsizing.retire',
    0.55,
    '2026-06-30',
    {
      contact: { birthYear: null },
      current: { person: person({ employment: { current: null, history: [retired] } }) },
    },
  ],
  ['DB1', 'debt.nod', 0.95, '2026-09-15', ofRecord('notice_of_default')],
  [
    'DB1',
    'debt.nod',
    0.95,
    '2026-09-15',
    ofRecord('notice_of_default', { details: { documentType: 'Lis Pendens' } }),
  ],
  [
    'DB1',
    'debt.auction',
    0.95,
    '2026-12-10',
    ofRecord('auction', { dates: { filed: '2026-10-01', auction: '2026-12-10' } }),
  ],
  [
    'DB1',
    'debt.auction',
    0.95,
    '2026-09-15',
    ofRecord('notice_of_default', { details: { documentType: "Notice of Trustee's Sale" } }),
  ],
  ['DB2', 'debt.taxlien', 0.85, '2026-09-15', ofRecord('tax_lien')],
  ['DB3', 'debt.bankruptcy', 0.85, '2026-09-15', ofRecord('bankruptcy')],
  [
    'DB4',
    'debt.armreset',
    0.7,
    '2027-05-10',
    withHome({
      propertyData: {
        mortgages: { first: mortgage({ adjustable: true, firstResetDate: '2027-05-10' }), second: null },
      },
    }),
  ],
  ['DA1', 'diapers', 0.85, '2026-09-15', ofRecord('birth')],
  ['DA2', 'diapers', 0.45, '2026-08-15', between(known('Núñez', 2, []), known('Núñez', 3, [2026]))],
  [
    'DP1',
    'diplomas.young',
    0.8,
    '2026-05-20',
    { contact: { birthYear: 2003 }, current: { person: person({ education: [education()] }) } },
  ],
  ['DP1', 'diplomas.other', 0.8, '2026-05-20', { current: { person: person({ education: [education()] }) } }],
  ['DM1', 'diamonds', 0.85, '2026-09-15', ofRecord('marriage')],
  ['DM2', 'diamonds', 0.5, '2026-11-15', between(known('Pena', 2, []), known('Núñez', 2, []))],
  ['DM2', 'divorce.inferred', 0.25, '2026-11-15', between(known('Pena', 2, []), known('Núñez', 2, []))],
  ['DT1', 'destinations.metro', 0.65, '2026-09-01', hired({})],
  [
    'DT2',
    'destinations.local',
    0.75,
    '2026-09-01',
    hired({ metro: 'Chicago, Illinois', city: 'Evanston', state: 'IL' }),
  ],
  [
    'DS1',
    'disaster.county',
    0.1,
    '2026-09-15',
    {
      current: {
        properties: [property({ propertyData: { area: { county: 'DuPage' } } })],
        publicRecords: [
          record({ kind: 'disaster', names: [], details: { county: 'DuPage', individualAssistance: true } }),
        ],
      },
    },
  ],
  ['DS2', 'disaster.damage', 0.85, '2026-09-15', ofRecord('permit', { details: { damage: true } })],
]

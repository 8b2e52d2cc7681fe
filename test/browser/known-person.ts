import type { PersonRecord, Position } from '#domain/enrichment/person-record.ts'
import type { PropertyData } from '#domain/enrichment/property-record.ts'

const job = (title: string, startDate: string, endDate: string | null): Position => ({
  title,
  company: 'Lisle Public Works',
  metro: null,
  city: 'Lisle',
  state: 'IL',
  startDate,
  endDate,
  remoteCapable: false,
})

const numberedTexts = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`)

/** A record with every fact that the drawer shows, and longer lists than it shows. */
export const KNOWN_PERSON: PersonRecord = {
  name: { first: 'Hazel', last: 'Abernathy' },
  employment: {
    current: job('Director', '2022-01-10', null),
    history: [
      job('Director', '2022-01-10', null),
      job('Manager', '2018-05-01', '2021-12-31'),
      job('Planner', '2015-05-01', '2018-04-30'),
      job('Surveyor', '2012-05-01', '2015-04-30'),
      job('Assistant', '2010-05-01', '2012-04-30'),
      job('Intern', '2009-05-01', '2010-04-30'),
    ],
  },
  education: [
    {
      school: 'Benedictine University',
      degrees: ['Bachelor'],
      majors: ['Geography'],
      startDate: '2005-09-01',
      endDate: '2009-06-01',
      yearOnly: true,
    },
  ],
  social: {
    linkedin: 'linkedin.com/in/hazel',
    facebook: 'facebook.com/hazel',
    twitter: 'twitter.com/hazel',
    github: 'https://github.com/hazel',
  },
  demographics: {
    age: 39,
    birthYear: 1987,
    ageRange: '35-44',
    gender: 'F',
    industry: 'Public works',
    skills: numberedTexts('Skill', 17),
    interests: numberedTexts('Interest', 12),
    householdSize: null,
    household: [],
  },
  phone: {
    number: '+16305550142',
    carrier: 'Prairie Mobile',
    lineType: 'mobile',
    ownedSince: '2017-03-04',
  },
  addresses: [
    {
      street: '12 Elm St',
      city: 'Lisle',
      state: 'IL',
      zipCode: '60532',
      metro: null,
      moveInDate: '2019-08-15',
      accuracy: 'Rooftop',
      latitude: 41.80114,
      longitude: -88.07479,
    },
  ],
  alternateNames: ['Hazel Quigley'],
  alternateEmails: ['hazel.q@example.com'],
  alternatePhones: [{ phoneNumber: '+16305550199', lineType: 'landline' }],
  additionalOwners: [
    {
      name: 'Omar Abernathy',
      ageRange: '45-54',
      gender: 'M',
      phoneOwnershipStartDate: '2018-02-03',
      addresses: [
        {
          street: '9 Oak Ave',
          city: 'Aurora',
          state: 'IL',
          zipCode: '60505',
          metro: null,
          moveInDate: null,
          accuracy: null,
          latitude: null,
          longitude: null,
        },
      ],
    },
    { name: 'Sky Abernathy', ageRange: null, gender: 'X', phoneOwnershipStartDate: null, addresses: [] },
  ],
  sources: {
    person: {
      provider: 'People Data Labs',
      fetchedAt: '2026-03-04T12:00:00Z',
      sample: false,
      likelihood: 8,
      refused: ['skills', 'start of a role'],
    },
  },
}

/** One fact in each of the twelve sections of facts, three sales and both mortgages. */
export const KNOWN_HOME: PropertyData = {
  buildingSize: { livingArea: 2140 },
  rooms: { totalRooms: 9 },
  construction: { roof: 'Asphalt' },
  parking: { garageSpaces: 2 },
  summary: { stories: 2 },
  interior: { fireplace: true },
  utilities: { sewer: 'Public' },
  lot: { squareFeet: 9800 },
  assessment: { marketTotal: 412000 },
  tax: { year: 2025, amount: 8123 },
  owner: { absenteeStatus: 'O' },
  area: { county: 'DuPage' },
  saleHistory: ['1', '2', '7'].map((disclosureType, index) => ({
    date: `20${19 - index}-08-15`,
    recordedDate: null,
    price: 300000 - index * 1000,
    disclosureType,
    documentType: null,
    transactionType: null,
    seller: null,
  })),
  mortgages: {
    first: {
      amount: 280000,
      lender: 'First Bank of Lisle',
      loanType: 'Conventional',
      dueDate: '2051-05-01',
      recordedDate: '2021-05-14',
      interestRate: 2.875,
      termMonths: 360,
      adjustable: false,
      firstResetDate: null,
    },
    second: {
      amount: 40000,
      lender: 'Prairie Credit Union',
      loanType: 'Home equity',
      dueDate: '2036-05-01',
      recordedDate: '2024-05-14',
      interestRate: 7.5,
      termMonths: 144,
      adjustable: false,
      firstResetDate: null,
    },
  },
  ownerNames: ['Hazel Abernathy'],
  listing: null,
}

/** The facts of that home as shown, in order, without sale dates, prices and recording dates. */
export const KNOWN_HOME_FACTS = [
  'Living area: 2,140',
  'Total rooms: 9',
  'Roof: Asphalt',
  'Garage spaces: 2',
  'Stories: 2',
  'Fireplace: Yes',
  'Sewer: Public',
  'Square feet: 9,800',
  'Market total: $412,000',
  'Year: 2025',
  'Amount: $8,123',
  'Absentee status: Owner Occupied',
  'County: DuPage',
  'Disclosure type: Full',
  'Disclosure type: Partial',
  'Disclosure type: None',
  'Amount: $280,000',
  'Lender: First Bank of Lisle',
  'Loan type: Conventional',
  'Due date: May 1, 2051',
  'Interest rate: 2.875%',
  'Term: 360 months',
  'Amount: $40,000',
  'Lender: Prairie Credit Union',
  'Loan type: Home equity',
  'Due date: May 1, 2036',
  'Interest rate: 7.5%',
  'Term: 144 months',
]

// Malformed CSV files from practice, each with the expected import result. One long table, because separate parts
// would hide missing cases.

export type MalformedCsvCase = {
  name: string
  bytes: () => Uint8Array
  expected:
    | {
        /** Number of imported contacts. */
        rows: number
        /** Problems, word for word and in order. */
        problems: string[]
        /** First name, last name, city … of the first contact, for encoding and column cases. */
        first?: Partial<
          Record<
            'firstName' | 'lastName' | 'email' | 'phone' | 'address' | 'city' | 'state' | 'zipCode',
            string | null
          >
        >
      }
    | { error: RegExp }
}

type Fields = NonNullable<Extract<MalformedCsvCase['expected'], { rows: number }>['first']>

const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip'
const ANNA = 'Anna,Smith,anna@example.com,(630) 555-0142,1 Main St,Chicago,IL,60614'
const BEN = 'Ben,Jones,ben@example.org,312-555-0143,2 Oak Ave,Boston,MA,02116'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const bytes = (...parts: (string | number[] | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? utf8(part) : part)]))

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index++)
    view.setUint16(index * 2, text.charCodeAt(index), littleEndian)
  return new Uint8Array(view.buffer)
}

const WINDOWS_1252_ABOVE: Record<string, number> = {
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '€': 0x80,
  Š: 0x8a,
}
const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from([...text].map((letter) => WINDOWS_1252_ABOVE[letter] ?? letter.charCodeAt(0)))

const importedCase = (
  name: string,
  text: string,
  rows: number,
  problems: string[] = [],
  first?: Fields,
): MalformedCsvCase => ({
  name,
  bytes: () => utf8(text),
  expected: { rows, problems, ...(first ? { first } : {}) },
})
const failedCase = (name: string, make: string | (() => Uint8Array), error: RegExp): MalformedCsvCase => ({
  name,
  bytes: typeof make === 'string' ? () => utf8(make) : make,
  expected: { error },
})
const raw = (
  name: string,
  make: () => Uint8Array,
  rows: number,
  problems: string[] = [],
  first?: Fields,
): MalformedCsvCase => ({ name, bytes: make, expected: { rows, problems, ...(first ? { first } : {}) } })
const lines = (...rows: string[]): string => `${rows.join('\n')}\n`

/** Every combination of encoding, line end and delimiter that spreadsheets write. */
const matrixCases: MalformedCsvCase[] = (
  [
    ['UTF-8', utf8],
    ['UTF-8 with mark', (text: string) => bytes([0xef, 0xbb, 0xbf], text)],
    ['UTF-16LE with mark', (text: string) => bytes([0xff, 0xfe], utf16(text, true))],
    ['UTF-16BE with mark', (text: string) => bytes([0xfe, 0xff], utf16(text, false))],
    ['UTF-16LE without mark', (text: string) => utf16(text, true)],
    ['UTF-16BE without mark', (text: string) => utf16(text, false)],
    ['Windows-1252', windows1252],
  ] as const
).flatMap(([encoding, encode]) =>
  (
    [
      ['comma', ','],
      ['semicolon', ';'],
      ['tab', '\t'],
      ['bar', '|'],
    ] as const
  ).flatMap(([delimiterName, delimiter]) =>
    (
      [
        ['CRLF', '\r\n'],
        ['LF', '\n'],
        ['CR', '\r'],
      ] as const
    ).map(([lineEndName, lineEnd]) =>
      raw(
        `${encoding}, ${delimiterName}, ${lineEndName}`,
        () =>
          encode(
            [
              ['First Name', 'Last Name', 'Email', 'City'],
              ['José', 'Núñez’s', 'JOSE@Example.com', `"San ${delimiter} José"`],
              ['Zoë', 'Brontë', '', '"line one', 'line two"'],
            ]
              .map((cells, index) =>
                index === 2
                  ? `${cells.slice(0, 4).join(delimiter)}${lineEnd}${cells[4]}`
                  : cells.join(delimiter),
              )
              .join(lineEnd) + lineEnd,
          ),
        2,
        [],
        // Spaces around a tab collapse.
        {
          firstName: 'José',
          lastName: 'Núñez’s',
          email: 'jose@example.com',
          city: delimiter === '\t' ? 'San José' : `San ${delimiter} José`,
        },
      ),
    ),
  ),
)

const encodingCases: MalformedCsvCase[] = [
  raw(
    'one Windows-1252 row in a UTF-8 file',
    () => bytes(lines(HEADER, 'Zoë,Brontë,,,,,,', 'Łukasz,Dvořák,,,,,,'), 'Ren', [0xe9], 'e,Moreau,,,,,,\n'),
    3,
    [],
    { firstName: 'Zoë', lastName: 'Brontë' },
  ),
  raw(
    'Windows-1252 byte first met after 70 KB of ASCII',
    () =>
      bytes(
        lines('First Name,Last Name', 'Ren_,Moreau'),
        'Anna,Smith\n'.repeat(7000),
        'Ren',
        [0xe9],
        ',Moreau\n',
      ),
    7002,
  ),
  raw(
    'UTF-8 accent first met after 70 KB of ASCII',
    () => bytes(lines('First Name,Last Name'), 'Anna,Smith\n'.repeat(7000), 'René,Moreau\n'),
    7001,
  ),
  raw(
    'file cut inside a UTF-8 sequence',
    () => bytes(lines('First Name,Last Name', 'Zoë,Brontë'), 'Ren', [0xc3]),
    1,
    ['Row 3: Last Name is missing'],
    { firstName: 'Zoë' },
  ),
  raw(
    'overlong UTF-8 sequence',
    () => bytes(lines('First Name,Last Name'), 'An', [0xc0, 0xaf], 'a,Smith\n'),
    1,
    [],
    { firstName: 'AnÀ¯a' },
  ),
  raw(
    'emoji as surrogate pair in CESU-8',
    () =>
      bytes(
        lines('First Name,Last Name'),
        'Anna',
        [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
        ',Smith\nZoë,Brontë\n',
      ),
    2,
    [],
    { firstName: 'Anna😀' },
  ),
  raw(
    'bytes undefined in Windows-1252 are of DOS',
    () => bytes(lines('First Name,Last Name'), 'J', [0x81], 'rgen,Smith\nBen,Jones\n'),
    2,
    [],
    { firstName: 'Jürgen' },
  ),
  raw(
    'smart quotes of Windows-1252',
    () => windows1252(lines('First Name,Last Name', '“Bo”,O’Brien')),
    1,
    [],
    { firstName: '“Bo”', lastName: 'O’Brien' },
  ),
  importedCase('byte order mark inside the file', lines('First Name,Last Name', '\ufeffAnna,Smith'), 1, [], {
    firstName: 'Anna',
  }),
  raw(
    'two byte order marks',
    () => bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], lines('First Name,Last Name', 'Anna,Smith')),
    1,
    [],
    { firstName: 'Anna' },
  ),
  raw(
    'UTF-16 with an odd number of bytes',
    () => bytes([0xff, 0xfe], utf16(lines('First Name,Last Name', 'Anna,Smith'), true), [0x41]),
    1,
    ['Row 3: Last Name is missing'],
  ),
  importedCase('emoji', lines('First Name,Last Name', '👩🏽‍🚀 Anna,Smith 🏡'), 1, [], {
    firstName: '👩🏽‍🚀 Anna',
    lastName: 'Smith 🏡',
  }),
  importedCase('decomposed accents', lines('First Name,Last Name', 'Jose\u0301,Nun\u0303ez'), 1, [], {
    firstName: 'José',
    lastName: 'Nuñez',
  }),
  importedCase('right-to-left script', lines('First Name,Last Name', 'דוד,כהן'), 1, [], {
    firstName: 'דוד',
    lastName: 'כהן',
  }),
  importedCase(
    'direction override and zero-width blank',
    lines('First Name,Last Name', 'An\u202ena,Sm\u200bith'),
    1,
    [],
    { firstName: 'Anna', lastName: 'Smith' },
  ),
  importedCase(
    'phone between direction marks',
    lines('First Name,Last Name,Phone', 'Anna,Smith,\u202a+1 (630) 555\u20110142\u202c'),
    1,
    [],
    { phone: '+16305550142' },
  ),
]

const emptiness: MalformedCsvCase[] = [
  failedCase('no bytes', '', /No CSV data/),
  failedCase('only a mark', () => bytes([0xef, 0xbb, 0xbf]), /No CSV data/),
  failedCase('only a UTF-16 mark', () => bytes([0xff, 0xfe]), /No CSV data/),
  failedCase('only blanks and line ends', ' \r\n\t\n  \n', /No CSV data/),
  failedCase('only delimiters', ',,,\n,,,\n', /No CSV data/),
  failedCase('only a sep line', 'sep=;\n', /No CSV data/),
  failedCase('only a header', `${HEADER}\r\n`, /No CSV data/),
  failedCase('a header and blank rows', `${HEADER}\n\n,,,,,,,\n`, /No CSV data/),
  importedCase('no header', lines(ANNA, BEN), 2, [], {
    firstName: 'Anna',
    lastName: 'Smith',
    email: 'anna@example.com',
    phone: '+16305550142',
    address: '1 Main St',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60614',
  }),
  failedCase('a letter instead of a list', 'Dear all,\nplease find attached\n', /No CSV data/),
  failedCase('a vCard', 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Smith;Anna;;;\r\nEND:VCARD\r\n', /No CSV data/),
  failedCase('JSON', '[{"First Name":"Anna"}]', /No CSV data/),
  failedCase('unclosed quote in the header', `"First Name,Last Name\nAnna,Smith\n`, /No CSV data/),
  failedCase('an Excel workbook', () => bytes([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0]), /Excel/),
  failedCase(
    'an old Excel workbook',
    () => bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
    /old Excel/,
  ),
  failedCase('gzip', () => bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), /compressed/),
  failedCase('PNG', () => bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), /picture/),
  failedCase('JPEG', () => bytes([0xff, 0xd8, 0xff, 0xe0]), /picture/),
  failedCase('PDF', '%PDF-1.7\n', /PDF/),
  failedCase('a web page', '\n<!DOCTYPE html><html><body>First Name,Last Name</body></html>', /web page/),
  failedCase('a web page behind a mark', () => bytes([0xef, 0xbb, 0xbf], '<HTML>'), /web page/),
  failedCase('zero bytes alone', () => new Uint8Array(5000), /No CSV data/),
]

const headerCases: MalformedCsvCase[] = [
  importedCase(
    'case, blanks and hyphens in the header',
    lines(' FIRST  name , last-NAME,E-Mail, Zip Code ', 'Anna,Smith,A@Example.com,02116'),
    1,
    [],
    { firstName: 'Anna', lastName: 'Smith', email: 'a@example.com', zipCode: '02116' },
  ),
  importedCase(
    'another order',
    lines('Zip,Email,Last Name,Phone,First Name', '60614,a@example.com,Smith,630.555.0142,Anna'),
    1,
    [],
    { firstName: 'Anna', lastName: 'Smith', phone: '+16305550142', zipCode: '60614' },
  ),
  importedCase(
    'synonyms',
    lines(
      'Given Name,Surname,Cell,Street,Town,Province,Postcode',
      'Anna,Smith,6305550142,1 Main St,Chicago,IL,60614',
    ),
    1,
    [],
    {
      firstName: 'Anna',
      lastName: 'Smith',
      phone: '+16305550142',
      address: '1 Main St',
      city: 'Chicago',
      state: 'IL',
      zipCode: '60614',
    },
  ),
  importedCase(
    'full name in one column',
    lines('Name,Email', 'Anna van Dyke,a@example.com', 'Cher,c@example.com', '"Smith, Ben",b@example.com'),
    2,
    ['Row 3: Last Name is missing'],
    { firstName: 'Anna', lastName: 'van Dyke' },
  ),
  importedCase('quoted header with line break', lines('"First\nName","Last\nName"', 'Anna,Smith'), 1, [], {
    firstName: 'Anna',
  }),
  importedCase(
    'duplicate headers: the first counts',
    lines('First Name,Last Name,First Name,Email,email', 'Anna,Smith,Wrong,a@example.com,wrong@example.com'),
    1,
    [],
    { firstName: 'Anna', email: 'a@example.com' },
  ),
  importedCase('unknown headers', lines('First Name,Favourite Colour,Last Name', 'Anna,red,Smith'), 1, [], {
    firstName: 'Anna',
    lastName: 'Smith',
  }),
  importedCase(
    'headers named like object properties',
    lines('__proto__,constructor,First Name,toString,Last Name', 'a,b,Anna,c,Smith'),
    1,
    [],
    { firstName: 'Anna', lastName: 'Smith' },
  ),
  importedCase(
    'blank lines and a blank row before the header',
    `\n\n,,\n${lines('First Name,Last Name', 'Anna,', 'Ben,Jones')}`,
    1,
    ['Row 5: Last Name is missing'],
  ),
  importedCase('only the two required columns', lines('First Name,Last Name', 'Anna,Smith'), 1, [], {
    email: null,
    phone: null,
    zipCode: null,
  }),
  failedCase('no Last Name column', lines('First Name,Email', 'Anna,a@example.com'), /no Last Name column/),
  failedCase('no First Name column', lines('Last Name,Email', 'Smith,a@example.com'), /no First Name column/),
  failedCase('more than 1,000 columns', `${HEADER}${',x'.repeat(1000)}\n${ANNA}\n`, /1,008 columns/),
  importedCase(
    '1,000 columns',
    `First Name,Last Name${',x'.repeat(998)}\nAnna,Smith${',y'.repeat(998)}\n`,
    1,
  ),
  importedCase(
    'several phones: the best filled one',
    lines(
      'First Name,Last Name,Business Phone,Home Phone,Mobile Phone',
      'Anna,Smith,312-555-0100,,630-555-0142',
      'Ben,Jones,312-555-0101,,',
    ),
    2,
    [],
    { phone: '+16305550142' },
  ),
  importedCase(
    'two addresses do not mix',
    lines(
      'First Name,Last Name,Home Street,Home City,Business Street,Business City',
      'Anna,Smith,,,5 Work Way,Gary',
    ),
    1,
    [],
    { address: '5 Work Way', city: 'Gary' },
  ),
]

const delimiterCases: MalformedCsvCase[] = [
  importedCase(
    'carets',
    lines('First Name^Last Name^Email', 'Anna^Smith^a@example.com', 'Ben^Jones^'),
    2,
    [],
    {
      email: 'a@example.com',
    },
  ),
  importedCase(
    'a title, a date and a blank line above the header',
    lines(
      'Clients of 2026',
      '',
      'Exported,11/20/2026',
      'First Name,Last Name,Email',
      'Anna,Smith,a@example.com',
    ),
    1,
    [],
    { email: 'a@example.com' },
  ),
  importedCase('sep line', 'sep=;\r\nFirst Name;Last Name\r\nAnna;\r\nBen;Jones\r\n', 1, [
    'Row 2: Last Name is missing',
  ]),
  importedCase('quoted sep line', '"sep=\t"\nFirst Name\tLast Name\nAnna\tSmith\n', 1),
  importedCase(
    'commas inside semicolon cells',
    lines('First Name;Last Name;Address', 'Anna;Smith;1 Main St, Apt 4, Rear'),
    1,
    [],
    { address: '1 Main St, Apt 4, Rear' },
  ),
  importedCase(
    'blanks around quoted cells',
    lines('First Name, Last Name, City', '"Anna" , "Smith" , "Chicago, IL"'),
    1,
    [],
    { lastName: 'Smith', city: 'Chicago', state: 'IL' },
  ),
  importedCase('mixed line ends', `First Name,Last Name\r\nAnna,Smith\nBen,Jones\rCarl,Lee`, 3),
  importedCase('no line end at the end', `${HEADER}\n${ANNA}`, 1),
  importedCase(
    'blank rows between',
    lines('First Name,Last Name', '', 'Anna,Smith', ' ', ',', 'Ben,', ''),
    1,
    ['Row 6: Last Name is missing'],
  ),
  importedCase('short rows', lines(HEADER, 'Anna,Smith', 'Ben'), 1, ['Row 3: Last Name is missing'], {
    firstName: 'Anna',
    zipCode: null,
  }),
  importedCase('long rows with blank ends', lines('First Name,Last Name', 'Anna,Smith,,,'), 1),
  importedCase(
    'long rows with values',
    lines('First Name,Last Name,Address', 'Anna,Smith,1 Main St, Apt 4', 'Ben,Jones,2 Oak'),
    1,
    ['Row 2: 4 values for 3 columns'],
    { firstName: 'Ben' },
  ),
]

const quoteCases: MalformedCsvCase[] = [
  importedCase(
    'quoted line breaks',
    lines('First Name,Last Name,Address', 'Anna,Smith,"1 Main St\r\nApt 4\nRear"', 'Ben,'),
    1,
    ['Row 3: Last Name is missing'],
    { address: '1 Main St, Apt 4, Rear' },
  ),
  importedCase(
    'doubled quotes',
    lines('First Name,Last Name,Address', 'Anna,Smith,"The ""Old"" Mill"'),
    1,
    [],
    {
      address: 'The "Old" Mill',
    },
  ),
  importedCase(
    'empty quoted cells',
    lines('First Name,Last Name,Email', '"Anna","Smith",""', '"","",""'),
    1,
    [],
    {
      email: null,
    },
  ),
  importedCase(
    'bare quote inside a cell',
    lines('First Name,Last Name,Address', 'Anna,Smith,6" pipe lane', 'Ben,Jones,"x"'),
    2,
    [],
    { address: '6" pipe lane' },
  ),
  importedCase(
    'bare quote beside a quoted cell',
    lines('First Name,Last Name,Address,City', 'Anna,Smith,6" pipe lane,"Gary, IN"'),
    1,
    [],
    { city: 'Gary', state: 'IN' },
  ),
  importedCase('text after a closing quote', lines('First Name,Last Name', '"Anna"x,Smith', 'Ben,Jones'), 1, [
    'Row 2: text follows a closing quotation mark on line 2',
  ]),
  importedCase(
    'unclosed quote in the last row',
    lines('First Name,Last Name', 'Anna,Smith', '"Ben,Jones'),
    1,
    ['Row 3: a quotation mark on line 3 is never closed'],
  ),
  importedCase(
    'unclosed quote with good rows behind it',
    lines('First Name,Last Name', 'Anna,Smith', '"Ben,Jones', 'Carl,Lee', 'Dora,Fox'),
    3,
    ['Row 3: a quotation mark on line 3 is never closed'],
  ),
  importedCase(
    'unclosed quote before a quoted row',
    lines('First Name,Last Name', '"Ben,Jones', '"Carl","Lee"', 'Dora,Fox'),
    2,
    ['Row 2: a quotation mark on line 2 is never closed'],
    { firstName: 'Carl' },
  ),
  importedCase(
    'unclosed quote after quoted line breaks',
    lines('First Name,Last Name', '"An\nna",Smith', '"Ben,Jones', 'Carl,Lee'),
    2,
    ['Row 3: a quotation mark on line 4 is never closed'],
  ),
  raw(
    'unclosed quote with 200 KB behind it',
    () => utf8(lines('First Name,Last Name', '"Ben,Jones') + 'Anna,Smith\n'.repeat(20000)),
    20000,
    ['Row 2: longer than 64 KB, or a quotation mark on line 2 is never closed'],
  ),
  failedCase(
    'nothing but lost quotes',
    () => utf8(lines('First Name,Last Name') + '",a","\n'.repeat(20000)),
    /never closed/,
  ),
  importedCase('a lone quote', lines('First Name,Last Name', 'Anna,Smith', '"'), 1, [
    'Row 3: a quotation mark on line 3 is never closed',
  ]),
]

const sizeCases: MalformedCsvCase[] = [
  raw(
    'a cell of 10 MB',
    () => utf8(lines('First Name,Last Name', `Anna,${'x'.repeat(10_000_000)}`, 'Ben,Jones')),
    1,
    ['Row 2: longer than 64 KB, or a quotation mark on line 2 is never closed'],
    { firstName: 'Ben' },
  ),
  raw(
    'a quoted cell of 10 MB',
    () => utf8(lines('First Name,Last Name', `Anna,"${'x'.repeat(10_000_000)}"`, 'Ben,Jones')),
    1,
    ['Row 2: longer than 64 KB, or a quotation mark on line 2 is never closed'],
    { firstName: 'Ben' },
  ),
  raw(
    'a record of 64 KB and one byte',
    () => utf8(lines('First Name,Last Name,Note', `Anna,Smith,${'x'.repeat(65_536 - 11)}`, 'Ben,Jones,')),
    1,
    ['Row 2: longer than 64 KB, or a quotation mark on line 2 is never closed'],
    { firstName: 'Ben' },
  ),
  raw(
    'a record just below 64 KB',
    () => utf8(lines('First Name,Last Name,Note', `Anna,Smith,${'x'.repeat(65_000)}`, 'Ben,Jones,')),
    2,
  ),
  failedCase('ten megabytes on one line without a header', () => utf8('x'.repeat(10_000_000)), /No CSV data/),
  raw('50,000 blank lines', () => utf8(`First Name,Last Name\n${'\n'.repeat(50_000)}Anna,\nBen,Jones\n`), 1, [
    'Row 50002: Last Name is missing',
  ]),
  importedCase(
    'every field too long',
    lines(
      HEADER,
      [
        'A'.repeat(101),
        'B'.repeat(101),
        `${'c'.repeat(255)}`,
        'd'.repeat(33),
        'E'.repeat(201),
        'F'.repeat(101),
        'G'.repeat(51),
        'H'.repeat(17),
      ].join(','),
    ),
    0,
    [
      'Row 2: First Name is too long; Last Name is too long; Email is too long; Address is too long; City is too long; State is too long; Zip is too long',
    ],
  ),
  importedCase(
    'every field at its limit',
    lines(
      HEADER,
      [
        'A'.repeat(100),
        'B'.repeat(100),
        `${'c'.repeat(254)}`,
        'd'.repeat(32),
        'E'.repeat(200),
        'F'.repeat(100),
        'G'.repeat(50),
        'H'.repeat(16),
      ].join(','),
    ),
    1,
  ),
]

const contentCases: MalformedCsvCase[] = [
  importedCase('NUL in a name', lines('First Name,Last Name', 'An\0na,Smith', 'Ben,Jones'), 1, [
    'Row 2: First Name contains control characters',
  ]),
  importedCase('NUL in an unknown column', lines('First Name,Last Name,Note', 'Anna,Smith,x\0y'), 1),
  importedCase(
    'C0 control, DEL and C1 control',
    lines('First Name,Last Name,City', 'A\u0001,Smith,', 'Ben,J\u007fones,', 'Carl,Lee,G\u0085ary'),
    0,
    [
      'Row 2: First Name contains control characters',
      'Row 3: Last Name contains control characters',
      'Row 4: City contains control characters',
    ],
  ),
  importedCase('tab inside a comma cell', lines('First Name,Last Name', 'Anna\tMaria,Smith'), 1, [], {
    firstName: 'Anna Maria',
  }),
  importedCase(
    'only invisible characters as a name',
    lines('First Name,Last Name', '\u200b\u202e,Smith'),
    0,
    ['Row 2: First Name is missing'],
  ),
  importedCase(
    'formula cells',
    lines('First Name,Last Name,City', '"=HYPERLINK(""http://x"")",+1,@SUM(A1)'),
    1,
    [],
    {
      firstName: '=HYPERLINK("http://x")',
      lastName: '+1',
      city: '@SUM(A1)',
    },
  ),
  importedCase(
    'guarded formula cells of an export',
    lines('First Name,Last Name,Phone', "'=1+1,'-Smith,'+44 20 7946 0958"),
    1,
    [],
    { firstName: '=1+1', lastName: '-Smith', phone: '+442079460958' },
  ),
  importedCase(
    'markup cells',
    lines('First Name,Last Name', '<script>alert(1)</script>,"<img src=x onerror=alert(1)>"'),
    1,
    [],
    { firstName: '<script>alert(1)</script>', lastName: '<img src=x onerror=alert(1)>' },
  ),
  importedCase('a formula as the whole name', lines('Name,Email', '=1+1 Smith,a@example.com'), 1, [], {
    firstName: '=1+1',
    lastName: 'Smith',
  }),
  importedCase(
    'phone notations',
    lines(
      'First Name,Last Name,Phone',
      ...[
        '(630) 555-0142',
        '630.555.0142',
        '1-630-555-0142',
        '+16305550142',
        '６３０５５５０１４２',
        'tel:+1-630-555-0142',
      ].map((phone) => `Anna,Smith,${phone}`),
    ),
    6,
    [],
    { phone: '+16305550142' },
  ),
  importedCase('a phone that is none', lines('First Name,Last Name,Phone', 'Anna,Smith,ask Ben'), 1, [], {
    phone: null,
  }),
  importedCase(
    'two phones in one cell',
    lines('First Name,Last Name,Phone', 'Anna,Smith,630-555-0142/312-555-0143'),
    1,
    [],
    { phone: '+16305550142' },
  ),
  importedCase(
    'two phones as Google joins them',
    lines('First Name,Last Name,Phone 1 - Value', 'Anna,Smith,630-555-0142 ::: 312-555-0143'),
    1,
    [],
    { phone: '+16305550142' },
  ),
  importedCase('an invalid email', lines('First Name,Last Name,Email', 'Anna,Smith,Anna at Example'), 1, [], {
    email: 'anna at example',
  }),
  importedCase(
    'ZIP codes that a spreadsheet damaged',
    lines('First Name,Last Name,State,Zip', 'Anna,Smith,MA,2116', 'Ben,Jones,IL,6061'),
    2,
    [],
    { zipCode: '02116' },
  ),
  importedCase('the same person twice is two rows here', lines(HEADER, ANNA, ANNA.toUpperCase()), 2),
  importedCase(
    'backslashes before quotes',
    lines('First Name,Last Name,Address', 'Anna,Smith,"The \\"Old\\" Mill, Rear"'),
    1,
    [],
    { address: 'The "Old" Mill, Rear' },
  ),
  importedCase(
    'cells that a spreadsheet keeps as text',
    lines('First Name,Last Name,Phone,State,Zip', `"=""Anna""",Smith,'6305550142,MA,"=""02116"""`),
    1,
    [],
    { firstName: 'Anna', phone: '+16305550142', zipCode: '02116' },
  ),
  importedCase(
    'placeholders for nothing',
    lines('First Name,Last Name,Email,Phone,City', 'Anna,Smith,N/A,NULL,-', 'Ben,None,b@example.com,,'),
    1,
    ['Row 3: Last Name is missing'],
    { email: null, phone: null, city: null },
  ),
  importedCase('backslash before a quote', lines('First Name,Last Name,City', 'Anna,Smith,"Chi\\"'), 1, [], {
    city: 'Chi\\',
  }),
  importedCase('a comment-like row', lines('First Name,Last Name', '#exported', 'Anna,Smith'), 1, [
    'Row 2: Last Name is missing',
  ]),
  importedCase(
    'a repeated header in the middle',
    lines('First Name,Last Name,Email', 'Anna,Smith,', 'First Name,Last Name,Email', 'Ben,Jones,'),
    2,
    ['Row 3: repeats the column names'],
  ),
  importedCase(
    'non-breaking blanks',
    lines('First Name,Last Name', '\u00a0Anna\u00a0Maria\u00a0,Smith'),
    1,
    [],
    {
      firstName: 'Anna Maria',
    },
  ),
]

export const MALFORMED_CSV: MalformedCsvCase[] = [
  ...matrixCases,
  ...encodingCases,
  ...emptiness,
  ...headerCases,
  ...delimiterCases,
  ...quoteCases,
  ...sizeCases,
  ...contentCases,
]

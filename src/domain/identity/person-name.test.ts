import { describe, expect, test } from 'vitest'
import { parseFullName } from './person-name.ts'

const firstAndLast = (text: string) => {
  const { firstName, lastName } = parseFullName(text)
  return `${firstName} | ${lastName}`
}
const partnerOf = (text: string) => {
  const { partner } = parseFullName(text)
  return partner && `${partner.firstName} | ${partner.lastName}`
}

describe('parseFullName', () => {
  test.each([
    ['John Smith', 'John | Smith'],
    ['John Q. Public', 'John | Public'],
    ['Drake Quincy Rice', 'Drake | Rice'],
    ['J. Edgar Hoover', 'J. Edgar | Hoover'],
    ['J.R. Ewing', 'J.R. | Ewing'],
    ['Anna', 'Anna | '],
    ['', ' | '],
    ['李 伟', '李 | 伟'],
    ['Paulo Henrique da Silva Filho', 'Paulo | da Silva Filho'],
    ['José Ortega y Gasset', 'José | Ortega y Gasset'],
    ['LOR, MAI', 'MAI | LOR'],
  ])('splits a name into given name and surname: %j', (text, expected) =>
    expect(firstAndLast(text)).toBe(expected),
  )

  test.each([
    ['Mary Ann Smith', 'Mary Ann | Smith'],
    ['Jean-Pierre Dupont', 'Jean-Pierre | Dupont'],
    ['Juan Carlos Ortega', 'Juan Carlos | Ortega'],
    ['La Shawn K. Ford', 'La Shawn | Ford'],
    ['Ludwig van Beethoven', 'Ludwig | van Beethoven'],
    ['Kobus van der Merwe', 'Kobus | van der Merwe'],
    ['Maria de la Cruz', 'Maria | de la Cruz'],
    ['Omar bin Said', 'Omar | bin Said'],
    ['Jill St. John', 'Jill | St. John'],
    ['Patrick O Meara', 'Patrick | O Meara'],
    ['Gabriel García Márquez', 'Gabriel | García Márquez'],
    ['Linda Gómez de la Torre', 'Linda | Gómez de la Torre'],
    ['Abdul Rahman Said', 'Abdul Rahman | Said'],
    ['José Ortega y Gasset', 'José | Ortega y Gasset'],
    ['Van Morrison', 'Van | Morrison'],
  ])('keeps names of several words whole: %j', (text, expected) => expect(firstAndLast(text)).toBe(expected))

  test.each([
    ['Smith, John A.', 'John | Smith'],
    ['Smith , John', 'John | Smith'],
    ['Smith, Dr. John', 'John | Smith'],
    ['de la Torre, Manuel', 'Manuel | de la Torre'],
    ['St. John, Jill', 'Jill | St. John'],
    ['SMITH JOHN A', 'JOHN | SMITH'],
    ['SMITH JOHN', 'JOHN | SMITH'],
    ['Whitcomb Jennifer', 'Jennifer | Whitcomb'],
    ['WHITCOMB JENNIFER ANN', 'JENNIFER | WHITCOMB'],
    ['WHITCOMB MARY JO', 'MARY JO | WHITCOMB'],
    ['Whitcomb, C. Everett', 'C. Everett | Whitcomb'],
    ['SUAREZ LOPEZ MARIA G', 'MARIA | SUAREZ LOPEZ'],
    ['VAN DER HOEK PIETER J JR', 'PIETER | VAN DER HOEK'],
    ['DE LA CRUZ ANA M', 'ANA | DE LA CRUZ'],
    ['ELTON JOHN', 'ELTON | JOHN'],
    ['LEBRON JAMES', 'LEBRON | JAMES'],
  ])('reads the surname first with a comma or in a county roll: %j', (text, expected) =>
    expect(firstAndLast(text)).toBe(expected),
  )

  test.each([
    ['Dr. John Smith', 'John | Smith', 'Dr.', null],
    ['Herr Prof. Dr. Hans Müller', 'Hans | Müller', 'Herr Prof. Dr.', null],
    ['Sr. Juan Pérez', 'Juan | Pérez', 'Sr.', null],
    ['John Smith Sr.', 'John | Smith', null, 'Sr.'],
    ['John Smith III', 'John | Smith', null, 'III'],
    ['Smith, John, Jr.', 'John | Smith', null, 'Jr.'],
    ['Smith, Jr., John', 'John | Smith', null, 'Jr.'],
    ['Smith III, John', 'John | Smith', null, 'III'],
    ['John Smith, II, Esq.', 'John | Smith', null, 'II Esq.'],
    ['Christine A. Trojan, BSN, RN', 'Christine | Trojan', null, 'BSN RN'],
    ['Ana Ruiz, GRI, CRS', 'Ana | Ruiz', null, 'GRI CRS'],
    ['Ana Ruiz, FNP-BC', 'Ana | Ruiz', null, 'FNP-BC'],
    ['Ana Ruiz, NMLS 12345', 'Ana | Ruiz', null, 'NMLS 12345'],
    ['Ana Ruiz NP-C', 'Ana | Ruiz', null, 'NP-C'],
    ['John Smith the 3rd', 'John | Smith', null, '3rd'],
    ['Ana Ruiz Realtor®', 'Ana | Ruiz', null, 'Realtor®'],
    ['Jack Ma', 'Jack | Ma', null, null],
    ['Judge Reinhold', 'Judge | Reinhold', null, null],
    ['Hon. Judge Jane Smith', 'Jane | Smith', 'Hon. Judge', null],
    ['Mr. Smith', 'Mr. | Smith', 'Mr.', null],
  ])('removes titles and suffixes: %j', (text, name, title, suffix) => {
    expect(firstAndLast(text)).toBe(name)
    expect(parseFullName(text)).toMatchObject({ title, suffix })
  })

  test.each([
    ['Robert "Bob" Smith', 'Robert | Smith', 'Bob'],
    ["Robert 'Corky' Cartwright", 'Robert | Cartwright', 'Corky'],
    ['Robert (Robbo) F Hatcher Jr.', 'Robert | Hatcher', 'Robbo'],
    ['Anna Smith (buyer)', 'Anna | Smith', 'buyer'],
    ['Anna Smith - buyer', 'Anna | Smith', 'buyer'],
    ['"Bob" Smith', 'Bob | Smith', null],
    ['Anna Smith [buyer]', 'Anna | Smith', 'buyer'],
    ['Anna Smith *VIP*', 'Anna | Smith', 'VIP'],
    ['Anna Smith (480) 555-0123', 'Anna | Smith', '(480) 555-0123'],
    ['Anna Smith nee Burke', 'Anna | Smith', 'nee Burke'],
    ['Anna Smith, a single woman', 'Anna | Smith', 'a single woman'],
    ['Anna Smith as Trustee', 'Anna | Smith', 'as Trustee'],
    ['SMITH ANNA R ET AL', 'ANNA | SMITH', 'ET AL'],
    ['SMITH ANNA R LIFE ESTATE', 'ANNA | SMITH', 'LIFE ESTATE'],
    ['SMITH ANNA R % JONES', 'ANNA | SMITH', 'JONES'],
    ['Anna Smith <anna@example.com>', 'Anna | Smith', 'anna@example.com'],
  ])('separates remarks from the name: %j', (text, name, note) => {
    expect(firstAndLast(text)).toBe(name)
    expect(parseFullName(text).note).toBe(note)
  })

  test.each([
    ['John & Jane Smith', 'John | Smith', 'Jane | Smith'],
    ['John and Jane Smith', 'John | Smith', 'Jane | Smith'],
    ['John + Jane Smith', 'John | Smith', 'Jane | Smith'],
    ['John/Jane Smith', 'John | Smith', 'Jane | Smith'],
    ['James T. or Carol R. Clements', 'James | Clements', 'Carol | Clements'],
    ['John Smith & Jane Doe', 'John | Smith', 'Jane | Doe'],
    ['John Smith, Jane Smith', 'John | Smith', 'Jane | Smith'],
    ['Smith, John & Jane', 'John | Smith', 'Jane | Smith'],
    ['Smith, John & Mary Ann', 'John | Smith', 'Mary Ann | Smith'],
    ['SMITH JOHN A & MARY B', 'JOHN | SMITH', 'MARY | SMITH'],
    ['John Smith & Jane', 'John | Smith', 'Jane | Smith'],
    ['Whitcomb Thad & Erica', 'Thad | Whitcomb', 'Erica | Whitcomb'],
    ['John Smith; Jane Doe', 'John | Smith', 'Jane | Doe'],
    ['John Smith, Jane Doe', 'John | Smith', 'Jane | Doe'],
    ['SMITH JOHN A ET UX JANE', 'JOHN | SMITH', 'JANE | SMITH'],
    ['SMITH JOHN A & JANE B JTWROS', 'JOHN | SMITH', 'JANE | SMITH'],
    ['John and Jane Smith, husband and wife', 'John | Smith', 'Jane | Smith'],
    ['Mr. and Mrs. John Smith', 'John | Smith', null],
    ['Mr. & Mrs. Smith', 'Mr. and Mrs. | Smith', null],
    ['Bob Smith and family', 'Bob | Smith', null],
    ['The Smith Family', 'Family | Smith', null],
  ])('splits a couple into contact and partner: %j', (text, name, partner) => {
    expect(firstAndLast(text)).toBe(name)
    expect(partnerOf(text)).toBe(partner)
  })

  test.each([
    ['John 1+1 Smith', 'John | Smith'],
    ['Anna+Ben Smith', 'Anna+Ben | Smith'],
    ['Anna 24/7 Smith', 'Anna | Smith'],
    ['=1+1 Smith', '=1+1 | Smith'],
    ['<script>alert(1)</script> Smith', '<script>alert(1)</script> | Smith'],
    ['=HYPERLINK("http://x") and Smith', '=HYPERLINK("http://x") | and Smith'],
  ])('finds one person when the separator is not between names: %j', (text, name) => {
    expect(firstAndLast(text)).toBe(name)
    expect(partnerOf(text)).toBe(null)
  })

  test.each([
    'ACME LLC',
    'Smith & Jones, Inc.',
    'SMITH FAMILY TRUST',
    'Estate of John Smith',
    'City of Chicago',
    'First Baptist Church',
    'Juniper Bank',
    'SMITH ANNA R REV TR',
    'SMITH ANNA R EST OF',
    'HEIRS OF ANNA SMITH',
    'JOHN SMITH ESTATE',
    'Mercer Painting Co.',
    'Maricopa County',
    'Elks Lodge 22',
    'Knights of Columbus',
    "Maria's Cafe",
    'Johnson & Johnson',
    'Stern, Roe, Doe & Hill',
    'northwindhomes.com',
  ])('recognizes a company, trust or office: %j', (text) => {
    expect(parseFullName(text)).toMatchObject({ isCompany: true, firstName: '', lastName: text })
  })

  test.each([
    ...[
      'SMITH JOHN TRUSTEE',
      'Charlotte Church',
      'Tyra Banks',
      'Anna Price',
      'Bill Gates',
      'KITCHEN, JEREMY',
    ],
    ...['Maria’s husband', 'Tanya & Kevin', 'John Smith of Acme', 'Smith, John & Jane', 'PIZZA, RICHARD D'],
  ])('recognizes a person: %j', (text) => expect(parseFullName(text).isCompany).toBe(false))
})

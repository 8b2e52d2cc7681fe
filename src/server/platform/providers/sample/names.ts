import { fold, pick } from './hash.ts'

/** Names by origin, so that the first and last names of a sample person fit together. */
export type NameGroup = { female: readonly string[]; male: readonly string[]; last: readonly string[] }

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** For each origin: female, male and last names. */
const GROUP_TEXTS = `
Margaret Emily Katherine Susan Laura Abigail Hannah Rebecca Patricia Megan
James Robert William Thomas Andrew Daniel Gregory Kevin Matthew Brian
Anderson Bennett Carlisle Hawthorne Mitchell Prescott Sullivan Whitaker Thornton Ellsworth Barlow

María Lucía Guadalupe Valentina Ximena Carmen Rosa Alejandra
José Luis Miguel Alejandro Jesús Rafael Andrés Héctor
García Hernández Martínez Ramírez Ortiz Núñez Castañeda Villaseñor Peña Zúñiga

Priya Ananya Kavita Deepa Meera Sunita Lakshmi Nisha
Rajesh Arjun Vikram Sanjay Anil Rohan Suresh Kiran
Patel Sharma Reddy Iyer Krishnan Desai Banerjee Malhotra Venkataraman Gupta

Mei Xiu Jing Lian Yan Hui Grace Vivian
Wei Jun Ming Hao Feng Bo Raymond Calvin
Chen Wang Liu Zhang Huang Zhao Wu Lin Xu

Agnieszka Małgorzata Katarzyna Joanna Zofia Ewa Barbara Magdalena
Krzysztof Paweł Tomasz Michał Stanisław Piotr Wojciech Zbigniew
Nowak Kowalczyk Wiśniewski Zieliński Wójcik Dąbrowski Mazur Jabłoński Król

Aaliyah Denise Latoya Monique Keisha Imani Tamika Yolanda
Darnell Malik Terrence Marcus Jamal Reginald Andre Tyrone
Washington Jefferson Booker Freeman Gaines Holloway Merriweather Pettway Broussard

Siobhán Maeve Colleen Bridget Nora Deirdre Fiona Róisín
Seán Patrick Declan Liam Brendan Eamon Cormac Conor
O'Brien O'Connor Gallagher Fitzgerald Kavanagh McCarthy Donnelly Brannigan Mulroney

Giulia Francesca Antonella Rosalia Chiara Carla Bianca Lucia
Marco Giovanni Salvatore Vincenzo Antonio Carmine Dominic Enzo
Romano DeLuca Esposito Santoro Bellini Marchetti Colombo Ferrante Rinaldi

Thu Linh Huong Ngoc Lan Phuong Kim Mai
Minh Tuan Hung Quang Duc Khanh Bao Vinh
Nguyễn Trần Lê Phạm Hoàng Vũ Đặng Bùi

Fatima Layla Noor Yasmin Amira Zainab Samira Hala
Omar Youssef Tariq Hassan Khalid Ibrahim Samir Bilal
Haddad Khoury Al-Masri Siddiqui Rahman Nasser Qureshi Mansour Aziz

Oksana Svetlana Irina Natalia Tatiana Ludmila Daryna Halyna
Dmitri Oleksandr Ivan Sergei Bohdan Mykola Viktor Taras
Kovalenko Shevchenko Bondarenko Melnyk Petrov Morozov Tkachuk Lysenko

Astrid Ingrid Karin Birgitta Greta Annika Heidi Ursula
Lars Erik Björn Sven Jürgen Günther Anders Henrik
Lindström Johansson Bergström Møller Schäfer Müller Krüger Halvorsen Söderberg

Ji-woo Soo-jin Min-ji Hye-jin Eun-ji Esther Yuna Christine
Min-jun Seung-ho Joon Hyun-woo Dong-hyun Paul Sung Daniel
Kim Park Choi Jung Kang Yoon Shin Han

Adaeze Ngozi Chiamaka Folake Abena Efua Ifeoma Amara
Chinedu Emeka Kwame Olumide Tunde Kofi Obinna Ikenna
Okafor Adeyemi Mensah Okonkwo Boateng Nwosu Balogun Eze
`

export const NAME_GROUPS: readonly NameGroup[] = GROUP_TEXTS.trim()
  .split('\n\n')
  .map((text) => {
    const [female = '', male = '', last = ''] = text.split('\n')
    return { female: words(female), male: words(male), last: words(last) }
  })

/** Common US first names by the sex they nearly always go with. */
const FREQUENT = {
  female: words(
    `Mary Jennifer Linda Elizabeth Barbara Jessica Sarah Karen Lisa Nancy Sandra Betty Ashley Kimberly Donna Carol
  Michelle Amanda Melissa Deborah Stephanie Sharon Cynthia Kathleen Amy Angela Shirley Anna Brenda Pamela Nicole Samantha
  Christine Helen Debra Rachel Carolyn Janet Maria Catherine Heather Diane Olivia Julie Joyce Victoria Ruth Virginia Lauren
  Christina Joan Evelyn Judith Andrea Cheryl Jacqueline Martha Madison Teresa Gloria Sara Janice Ann Anne Jean Alice Jane
  Judy Sophia Julia Beverly Theresa Danielle Marilyn Amber Brittany Diana Isabella Charlotte Natalie Alexis Kayla Ava Mia
  Emma Amelia Harper Ella Chloe Lily Grace Zoe Zoey Hazel Ellie Lucy Claire Audrey Stella Eleanor Violet Alexandra
  Allison Alyssa Molly Caroline Erin Jill Tina Wendy Robin Dawn Tracy Tammy Holly Crystal Tiffany Vanessa Erica Monica
  Veronica Valerie Renee Yvonne Suzanne Annette Rita Doris Dorothy Frances Irene Louise Marie Rose Phyllis Peggy Connie
  Paula Kathy Katie Kate Beth Betsy Liz Becky Debbie Cindy Sue Susie Jen Jenny Maggie Ellen Jenna Paige Brooke Sydney
  Jasmine Destiny Gabriela Gabrielle Adriana Ana Elena Isabel Sofia Luz Marisol Juana Josefina Leticia Silvia Ada Ida
  Edith Esther Florence Gladys Ethel Thelma Lois Marjorie Norma Vivian Wanda Yvette Bonnie Sally Sheila Kelly Kristen
  Kristin Kristina Kara Leah Lena Nina Naomi Tara Whitney Miranda Bethany April June Melanie Meredith Felicia`,
  ),
  male: words(
    `John Michael David Richard Joseph Charles Christopher Anthony Mark Donald Steven Paul Joshua Kenneth George Edward
  Timothy Ronald Jason Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel
  Frank Raymond Alexander Patrick Jack Dennis Jerry Tyler Aaron Adam Henry Nathan Douglas Zachary Peter Kyle Walter Ethan
  Jeremy Harold Keith Christian Roger Noah Gerald Carl Arthur Lawrence Sean Shawn Dylan Jesse Bryan Billy Bruce Gabriel
  Joe Logan Albert Willie Alan Juan Wayne Elijah Randy Roy Ralph Eugene Russell Bobby Mason Philip Phillip Louis Lewis
  Jim Jimmy Bob Bill Mike Dave Dan Tom Tim Steve Ben Sam Matt Greg Ken Ron Don Rick Rob Ted Tony Fred Frederick Howard
  Ernest Earl Stanley Leonard Martin Craig Todd Chad Derek Travis Brett Dustin Cody Trevor Lucas Luke Owen Wyatt Carter
  Oliver Liam Mateo Levi Isaac Caleb Hunter Aiden Jayden Julian Nolan Graham Neil Norman Glenn Clarence Chester Clifford
  Vernon Herbert Harry Harvey Hank Gus Oscar Victor Vincent Hugo Ivan Carlos Jorge Pedro Manuel Francisco Ricardo
  Fernando Roberto Eduardo Sergio Javier Diego Raul Ramon Enrique Mario Ruben Alberto Armando Arturo Ernesto Gustavo
  Ian Ira Joel Kurt Lloyd Marvin Melvin Moses Nathaniel Nelson Otis Perry Ross Simon Theodore Tobias Troy Warren Wesley`,
  ),
}

const namesOf = (sex: 'female' | 'male') =>
  new Set([...FREQUENT[sex], ...NAME_GROUPS.flatMap((group) => group[sex])].map(fold))
const FEMALE = namesOf('female')
const MALE = namesOf('male')

/** Sex of a first name in the lists above; null for other names and for names in both lists. */
export function sexOfName(first: string): 'female' | 'male' | null {
  const foldedName = fold(first)
  const name = FEMALE.has(foldedName) || MALE.has(foldedName) ? foldedName : (foldedName.split(' ')[0] ?? '')
  if (FEMALE.has(name) === MALE.has(name)) return null
  return FEMALE.has(name) ? 'female' : 'male'
}

const BY_LAST_NAME = new Map<string, NameGroup>()
for (const group of NAME_GROUPS) {
  for (const name of group.last.map(fold)) if (!BY_LAST_NAME.has(name)) BY_LAST_NAME.set(name, group)
}

/** Name group of a last name; the first group for unknown names. */
export function groupOfLastName(last: string): NameGroup {
  const group = BY_LAST_NAME.get(fold(last)) ?? NAME_GROUPS[0]
  if (!group) throw new RangeError('no names')
  return group
}

/** Invents a first and last name of one origin. */
export function inventName(key: string, question: string): { first: string; last: string } {
  const group = pick(NAME_GROUPS, key, `${question} origin`)
  const first = pick([...group.female, ...group.male], key, question)
  return { first, last: pick(group.last, key, question) }
}

/** All last names of the lists. */
export const LAST_NAMES: readonly string[] = NAME_GROUPS.flatMap((group) => group.last)

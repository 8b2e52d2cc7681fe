import { fold } from './hash.ts'

/** Names by origin, so that first and last names of an invented person go together. */
export type NameGroup = { female: readonly string[]; male: readonly string[]; last: readonly string[] }

const words = (text: string): readonly string[] => text.split(' ')

export const NAME_GROUPS: readonly NameGroup[] = [
  {
    female: words('Margaret Emily Katherine Susan Laura Abigail Hannah Rebecca Patricia Megan'),
    male: words('James Robert William Thomas Andrew Daniel Gregory Kevin Matthew Brian'),
    last: words(
      'Anderson Bennett Carlisle Hawthorne Mitchell Prescott Sullivan Whitaker Thornton Ellsworth Barlow',
    ),
  },
  {
    female: words('María Lucía Guadalupe Valentina Ximena Carmen Rosa Alejandra'),
    male: words('José Luis Miguel Alejandro Jesús Rafael Andrés Héctor'),
    last: words('García Hernández Martínez Ramírez Ortiz Núñez Castañeda Villaseñor Peña Zúñiga'),
  },
  {
    female: words('Priya Ananya Kavita Deepa Meera Sunita Lakshmi Nisha'),
    male: words('Rajesh Arjun Vikram Sanjay Anil Rohan Suresh Kiran'),
    last: words('Patel Sharma Reddy Iyer Krishnan Desai Banerjee Malhotra Venkataraman Gupta'),
  },
  {
    female: words('Mei Xiu Jing Lian Yan Hui Grace Vivian'),
    male: words('Wei Jun Ming Hao Feng Bo Raymond Calvin'),
    last: words('Chen Wang Liu Zhang Huang Zhao Wu Lin Xu'),
  },
  {
    female: words('Agnieszka Małgorzata Katarzyna Joanna Zofia Ewa Barbara Magdalena'),
    male: words('Krzysztof Paweł Tomasz Michał Stanisław Piotr Wojciech Zbigniew'),
    last: words('Nowak Kowalczyk Wiśniewski Zieliński Wójcik Dąbrowski Mazur Jabłoński Król'),
  },
  {
    female: words('Aaliyah Denise Latoya Monique Keisha Imani Tamika Yolanda'),
    male: words('Darnell Malik Terrence Marcus Jamal Reginald Andre Tyrone'),
    last: words('Washington Jefferson Booker Freeman Gaines Holloway Merriweather Pettway Broussard'),
  },
  {
    female: words('Siobhán Maeve Colleen Bridget Nora Deirdre Fiona Róisín'),
    male: words('Seán Patrick Declan Liam Brendan Eamon Cormac Conor'),
    last: words("O'Brien O'Connor Gallagher Fitzgerald Kavanagh McCarthy Donnelly Brannigan Mulroney"),
  },
  {
    female: words('Giulia Francesca Antonella Rosalia Chiara Carla Bianca Lucia'),
    male: words('Marco Giovanni Salvatore Vincenzo Antonio Carmine Dominic Enzo'),
    last: words('Romano DeLuca Esposito Santoro Bellini Marchetti Colombo Ferrante Rinaldi'),
  },
  {
    female: words('Thu Linh Huong Ngoc Lan Phuong Kim Mai'),
    male: words('Minh Tuan Hung Quang Duc Khanh Bao Vinh'),
    last: words('Nguyễn Trần Lê Phạm Hoàng Vũ Đặng Bùi'),
  },
  {
    female: words('Fatima Layla Noor Yasmin Amira Zainab Samira Hala'),
    male: words('Omar Youssef Tariq Hassan Khalid Ibrahim Samir Bilal'),
    last: words('Haddad Khoury Al-Masri Siddiqui Rahman Nasser Qureshi Mansour Aziz'),
  },
  {
    female: words('Oksana Svetlana Irina Natalia Tatiana Ludmila Daryna Halyna'),
    male: words('Dmitri Oleksandr Ivan Sergei Bohdan Mykola Viktor Taras'),
    last: words('Kovalenko Shevchenko Bondarenko Melnyk Petrov Morozov Tkachuk Lysenko'),
  },
  {
    female: words('Astrid Ingrid Karin Birgitta Greta Annika Heidi Ursula'),
    male: words('Lars Erik Björn Sven Jürgen Günther Anders Henrik'),
    last: words('Lindström Johansson Bergström Møller Schäfer Müller Krüger Halvorsen Söderberg'),
  },
  {
    female: words('Ji-woo Soo-jin Min-ji Hye-jin Eun-ji Esther Yuna Christine'),
    male: words('Min-jun Seung-ho Joon Hyun-woo Dong-hyun Paul Sung Daniel'),
    last: words('Kim Park Choi Jung Kang Yoon Shin Han'),
  },
  {
    female: words('Adaeze Ngozi Chiamaka Folake Abena Efua Ifeoma Amara'),
    male: words('Chinedu Emeka Kwame Olumide Tunde Kofi Obinna Ikenna'),
    last: words('Okafor Adeyemi Mensah Okonkwo Boateng Nwosu Balogun Eze'),
  },
]

const FEMALE = new Set(NAME_GROUPS.flatMap((group) => group.female.map(fold)))
const MALE = new Set(NAME_GROUPS.flatMap((group) => group.male.map(fold)))

/** The sex a first name goes with in the lists above, or null. */
export function sexOfName(first: string): 'female' | 'male' | null {
  if (FEMALE.has(fold(first))) return 'female'
  return MALE.has(fold(first)) ? 'male' : null
}

const BY_LAST_NAME = new Map<string, NameGroup>()
for (const group of NAME_GROUPS) {
  for (const name of group.last.map(fold)) if (!BY_LAST_NAME.has(name)) BY_LAST_NAME.set(name, group)
}

/** First names that go with a last name of the lists; the first group for any other. */
export function groupOfLastName(last: string): NameGroup {
  const group = BY_LAST_NAME.get(fold(last)) ?? NAME_GROUPS[0]
  if (!group) throw new RangeError('no names')
  return group
}

/** Every last name of the lists. */
export const LAST_NAMES: readonly string[] = NAME_GROUPS.flatMap((group) => group.last)

/**
 * First names that other alphabets' letters make into many: one line a name, every spelling of it in folded letters.
 * Only forms of the same name in the same language family; judgement, open to more.
 */
const SPELLINGS = [
  'mohammed mohamed muhammad mohammad mohamad muhammed mohamud mohd',
  'ahmed ahmad achmed',
  'hussein husayn hussain husain hossein husein hussayn',
  'hassan hasan hassen',
  'yusuf yousuf yousef youssef yusef yussuf yusif',
  'khalid khaled halid',
  'mahmoud mahmud mahmood',
  'mustafa mostafa mustapha moustafa',
  'abdullah abdallah abdulla abdallahi',
  'abdul abdel abdal',
  'ibrahim ebrahim ibraheem',
  'ismail ismael esmail',
  'omar umar omer',
  'osama usama ussama',
  'saeed said saied',
  'suleiman sulayman sulaiman soleiman',
  'tariq tarek tarik',
  'nasser nasir naser nassir',
  'rahman rehman rahmaan',
  'alexander aleksandr aleksander alexandr oleksandr aliaksandr',
  'alexei aleksei alexey aleksey oleksiy',
  'andrei andrey andriy',
  'dmitri dmitry dmitriy dmitrii dmytro',
  'evgeny yevgeny yevgeniy evgeniy evgenii yevhen',
  'igor ihor',
  'mikhail mihail mykhailo',
  'nikolai nikolay mykola',
  'oleg oleh',
  'sergei sergey serhiy serhii siarhei',
  'vladimir volodymyr uladzimir',
  'yuri yury yuriy iurii yurii',
] as const

const FIRST_SPELLING = new Map(
  SPELLINGS.flatMap((line) => {
    const [first, ...others] = line.split(' ')
    return others.map((other) => [other, first ?? other] as const)
  }),
)

/** The spelling that stands for all of a name; a word of no known name is its own. */
export function commonSpelling(word: string): string {
  return FIRST_SPELLING.get(word) ?? word
}

import { firstByWord, wordGroups } from '../word-lists.ts'
import { isCommonFirstName, isCommonLastName } from './common-names.ts'

/**
 * Transliterated names: each group has all folded spellings of one name, first the common one. Judgment; more may be
 * added.
 */
const SPELLINGS = wordGroups(`
  mohammed mohamed muhammad mohammad mohamad muhammed muhamad mohamud mohd mohamet mehmet mahomed mukhammad magomed magomet mamadou;
  ahmed ahmad achmed ahmet akhmed akhmad ahmadou;
  hussein husayn hussain husain hossein husein hussayn hosein huseyin khusein houssein;
  hassan hasan hassen khasan hassane hasson;
  yusuf yousuf yousif yousef youssef yusef yussuf yusif yosef iosif youssouf usuf;
  khalid khaled halid halit khaleed; mahmoud mahmud mahmood makhmud mehmood mahmut;
  mustafa mostafa mustapha moustafa mustapa; abdullah abdallah abdulla abdallahi abdollah abdula abdoulaye;
  ibrahim ebrahim ibraheem ibragim brahim ibrohim ibrahima;
  ismail ismael esmail esmaeil ismaeel ismoil ismayil; omar umar omer oumar umer;
  osama usama ussama oussama; saeed said saied sayeed saeid;
  suleiman sulayman sulaiman soleiman suleyman solayman soleyman soliman sulejman;
  tariq tarek tarik tareq tariqe; nasser nasir naser nassir nasr naseer; rahman rehman rahmaan rakhman;
  karim kareem kerim karimi; rashid rasheed rachid rashed reshid; hamid hameed hamed khamid;
  jamal gamal djamal dzhamal cemal jamaal; jamil jameel djamil gamil; samir sameer samer;
  amir ameer emir amer; bashir basheer bachir beshir; habib habeeb khabib; hakim hakeem khakim;
  majid majeed abdulmajid madjid majed; mansur mansour mansoor; munir mounir muneer monir; nabil nabeel;
  walid waleed oualid valid; wahid waheed vahid ouahid; zahir zaher zahid; ali aly alee; aziz azeez;
  faisal faysal feisal faysel; farid fareed ferid; fuad fouad fawad foad;
  haidar haydar haider heidar heydar hyder gaidar; hisham hicham hesham;
  jafar jaafar jaffar ghaafar gafar djafar cafer; musa mousa moussa moosa mussa; isa issa eisa essa;
  qasim qasem kasim kassem qassem kasem qassim ghasem gasim kassim; qadir kadir qader kader qadeer gadir;
  ramzi ramzy remzi; riad riyad riyadh reyad riadh; salih saleh salah saleeh salikh;
  salim saleem selim salem; shahid shaheed chahid; taha tahah; tahir taher tahar takhir;
  usman othman uthman osman ousmane; younis yunus younes yunis younus yunos iunus;
  yahya yahia yehia yahiya iakhia; yaqub yaqoub yacoub yakub yaqoob iakub jacoub; zain zayn zein zeyn;
  zakaria zakariya zakariyya zechariah; fatima fatimah fatma fateme fatemeh;
  aisha ayesha aicha aysha aishah; khadija khadijah hadija khadidja; reza rida ridha riza reda;
  mehdi mahdi mahdy medhi; gholam ghulam golam; sayyid sayed syed seyed sayyed seyyed sayid;
  alexander aleksandr aleksander alexandr oleksandr aliaksandr alyaksandr alexandre aleksandar iskander;
  alexei aleksei alexey aleksey oleksiy oleksii aliaksei alexej;
  anatoly anatoliy anatolii anatoli anatolij; andrei andrey andriy andrii andrej andzej;
  anton antin antoni; arkady arkadiy arkadii arkadi; boris barys borys; denis denys;
  dmitri dmitry dmitriy dmitrii dmytro dzmitry dimitri dimitry dimitriy; eduard edvard;
  evgeny yevgeny yevgeniy evgeniy evgenii yevhen evgeni yauheni evheny yevgeni ievgen;
  fyodor fedor fiodor fedir; gennady gennadiy gennadii gennadi henadz hennadiy;
  georgy georgiy georgii georgi heorhiy giorgi; grigory grigoriy grigorii hryhoriy grigori; igor ihor ihar;
  ilya ilia ilja illia illya; ivan iwan; kirill kiril kyrylo kyrill;
  konstantin kostyantyn kanstantsin constantin; leonid leanid; maksim maxim maksym maxym;
  mikhail mihail mykhailo michail mikhael mykhaylo mikail; nikita mikita mykyta;
  nikolai nikolay mykola nikolaj mikalai nikolaus nicolai; oleg oleh aleh; pavel pavlo paval pawel;
  pyotr petr petro piotr; roman raman; ruslan rouslan;
  sergei sergey serhiy serhii siarhei sergej sergiy sergii serguei syarhey; stanislav stanislaw stanislau;
  stepan stsiapan; timofey timofei tymofiy timofej; valery valeriy valerii valeri valeryi;
  vasily vasiliy vasilii vasyl vasil vasili wassili; viktor victor wiktor viktar;
  vitaly vitaliy vitalii vitali vital; vladimir volodymyr uladzimir wladimir vladimer wolodymyr;
  vladislav uladzislau wladyslaw vladyslav; vyacheslav viacheslav vjacheslav viachaslau;
  yaroslav iaroslav jaroslav jaroslaw; yuri yury yuriy iurii yurii jurij iuri juri yuryi;
  yulia julia iuliia yuliya yuliia iulia julija; natalia natalya nataliya nataliia natalja;
  olga olha volha; elena yelena olena alena jelena; ekaterina yekaterina kateryna katsiaryna; irina iryna;
  tatiana tatyana tetiana tatsiana tetyana; svetlana svitlana sviatlana; oksana aksana;
  galina halyna halina; lyudmila liudmila ljudmila lyudmyla; zhang chang cheung; wang vang; li lee rhee;
  chen chan; liu lau liew; huang hwang; wu ng woo; zhou chou chow; xu hsu tsui; zhao chao chiu;
  park pak bak; kim gim; choi choe; jong jung jeong chong chung; gonzalez gonzales; rodriguez rodrigues;
  hernandez hernandes
`)

/** Folded Cyrillic letters in Latin ones. */
const CYRILLIC = firstByWord(`
  a а; b б; v в; g г ґ; d д; e е э; ye є; zh ж; z з; i и і; k к; l л; m м; n н; o о; p п; r р; s с; t т; u у ў;
  f ф; kh х; ts ц; ch ч; sh ш; shch щ; y ы; yu ю; ya я
`)

/** Folded text in Latin letters. */
export function toLatinLetters(text: string): string {
  return text.replace(/[а-яєіґў]/g, (letter) => CYRILLIC.get(letter) ?? '')
}

/** Alternative transliterations, in order of normalization. */
const ROMANIZATION: readonly [RegExp, string][] = [
  // The nominative of Latvian names.
  [/(?<=[^aeious])s$/, ''],
  [/^(?:x|hs)(?=i)/, 's'],
  [/shch|sch|tch|tsh|tsch/g, 'ch'],
  [/dzh|dj/g, 'j'],
  [/zh/g, 'j'],
  [/kh|gh/g, 'h'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/sh|ch/g, 's'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/ts|tz/g, 's'],
  [/ou|oo/g, 'u'],
  [/o/g, 'u'],
  [/ee|ie|iy|yi|ij|ii|y|j(?![aeiou])/g, 'i'],
  [/(?:ei|ai|ae)/g, 'i'],
  [/j(?=[aou])/g, 'i'],
  [/e/g, 'a'],
  [/(.)\1+/g, '$1'],
]

/** Normalizes transliterations of a word: `Tchaikovsky` and `Chaykovskiy` become equal. */
export function romanize(word: string): string {
  return ROMANIZATION.reduce((text, [spellings, one]) => text.replace(spellings, one), word)
}

/** Consonants of a romanized word, with its first letter. */
export function consonantsOf(romanizedWord: string): string {
  return romanizedWord.slice(0, 1) + romanizedWord.slice(1).replace(/[aiu]/g, '').replace(/h/g, '')
}

const SPELLING_OF = new Map<string, string>()
const SPELLING_OF_ROMANIZED = new Map<string, string>()
/** Shorter words resemble too many others. */
const MIN_ROMANIZED_LENGTH = 6
for (const names of SPELLINGS) {
  const [common = ''] = names
  for (const name of names) {
    // A spelling of two names belongs to the first.
    if (!SPELLING_OF.has(name)) SPELLING_OF.set(name, common)
    const romanized = romanize(name)
    if (name.length >= MIN_ROMANIZED_LENGTH && !SPELLING_OF_ROMANIZED.has(romanized))
      SPELLING_OF_ROMANIZED.set(romanized, common)
  }
}

/** Common spelling of a name; unknown words and frequent US names (`anthony`) return unchanged. */
export function commonSpelling(word: string): string {
  const spelling = SPELLING_OF.get(word)
  if (spelling !== undefined) return spelling
  const isUnusual = word.length >= MIN_ROMANIZED_LENGTH && !isCommonFirstName(word) && !isCommonLastName(word)
  return (isUnusual && SPELLING_OF_ROMANIZED.get(romanize(word))) || word
}

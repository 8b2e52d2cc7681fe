/** What a word of a column header can mean. */
export type Concept =
  // channels and their kinds
  | 'email'
  | 'phone'
  | 'fax'
  | 'pager'
  | 'text'
  | 'call'
  | 'mobile'
  | 'home'
  | 'work'
  | 'main'
  | 'other'
  | 'direct'
  | 'primary'
  | 'second'
  // addresses
  | 'mailing'
  | 'mail'
  | 'billing'
  | 'shipping'
  | 'tax'
  | 'property'
  | 'address'
  | 'street'
  | 'line'
  | 'unit'
  | 'box'
  | 'city'
  | 'state'
  | 'region'
  | 'zip'
  | 'zip4'
  | 'country'
  | 'direction'
  | 'number'
  | 'full'
  // names
  | 'first'
  | 'last'
  | 'middle'
  | 'name'
  | 'lastName'
  | 'fullName'
  | 'prefix'
  | 'suffix'
  | 'nick'
  | 'initial'
  // people
  | 'contact'
  | 'client'
  | 'owner'
  | 'buyer'
  | 'seller'
  | 'tenant'
  | 'spouse'
  | 'agent'
  | 'otherPerson'
  | 'referrer'
  // details
  | 'company'
  | 'job'
  | 'title'
  | 'web'
  | 'birthday'
  | 'note'
  | 'label'
  | 'list'
  // history
  | 'date'
  | 'created'
  | 'touch'
  | 'closing'
  | 'sale'
  | 'source'
  | 'stage'
  | 'status'
  | 'type'
  | 'assigned'
  | 'anniversary'
  // opt-outs
  | 'donot'
  | 'dnc'
  | 'optout'
  | 'optin'
  | 'stop'
  | 'subscription'
  | 'any'
  // what makes a column something else
  | 'deal'
  | 'account'
  | 'reason'
  | 'display'
  | 'by'
  | 'not'

/**
 * Words of headers in English, Spanish, German, French and Portuguese, as `fold` spells them. Compound words of German
 * and words written together mean several things.
 */
const WORDS: Readonly<Record<string, string>> = {
  email:
    'email emails emailadress mailadresse courriel courriels correo messagerie mel eml emailaddr emailid',
  phone:
    'phone phones telephone tel tele telno ph phn phnum phon telefon telefono telefonos telefone telefones fone fon ' +
    'rufnummer telefonnummer telefonnr landline festnetz callback rappel ruckmeldung radio radiophone ' +
    'radiotelefono radiofone tty tdd telex isdn rdsi rnis',
  fax: 'fax faxes telefax telecopie telecopieur faxnummer facsimile',
  pager: 'pager beeper buscapersonas bip recepteur radiomessagerie',
  text: 'sms text texts texting txt textmessage textmessages textmessaging',
  call: 'call calls calling anruf llamar ligar appeler solicit',
  mobile:
    'mobile cell cellular cellphone handy mobil movil celular portable gsm telemovel iphone wireless car auto automovil carro voiture',
  'mobile phone': 'mobiltelefon mobilnummer handynummer mobilrufnummer autotelefon cellnumber celltelephone',
  'main phone': 'haupttelefon hauptnummer hauptrufnummer',
  home: 'home residence residential res privat private domicile particular residencia residencial casa personal perso personnel personnelle pers domiciliar hm',
  work:
    'work business office geschaftlich dienstlich trabajo comercial professionnel professionnelle professionel pro laboral ' +
    'buro bureau bus wk biz oficina escritorio arbeit profissional corporate',
  main: 'main principal haupt general switchboard centralita',
  other:
    'other weitere weiterer weiteres weiteren otro otra otros outro outra autre autres sonstige alternate alternative alt additional previous former custom andere',
  direct: 'direct did direkt directo',
  primary: 'primary preferred default best preferido bevorzugt primaire primario primaria hauptadresse',
  second: 'secondary second zweite zweiter segundo segunda deuxieme secondaire 2nd',
  mailing: 'mailing postal correspondence postanschrift pstl correspondencia correspondance tpaddr envio',
  mail: 'mail post mails',
  billing: 'billing bill rechnung rechnungsadresse facturacion facturation cobranca invoice',
  shipping: 'shipping ship delivery lieferung lieferadresse livraison entrega',
  tax: 'tax taxes',
  property:
    'property prop situs site subject listing premise premises loc immobilie propiedad imovel propriete',
  address:
    'address addresses addr addrs adress adr adresse adressen anschrift direccion direcciones endereco domicilio location adrs',
  street: 'street house strasse str rue calle rua streetaddress strassenadresse road voie logradouro via',
  'street number':
    'housenumber hausnummer streetnumber strnum stnum housenum houseno streetno numero streetnum',
  'street name': 'streetname strname stname strassenname',
  line: 'line zeile linea ligne linha ln',
  unit: 'unit apt apartment suite ste appartement apto apartamento wohnung extended complemento complement complementaire zusatz adresszusatz bis unitnum unitno aptno depto piso',
  box: 'pobox postfach postbox',
  city: 'city town locality ort stadt ville ciudad cidade localidad localidade wohnort municipality municipio poblacion commune cty suburb citytown cityname',
  state:
    'state province provinz bundesland kanton provincia estado dep departement prov staat stateprovince statecode',
  region: 'region regiao territory st',
  zip: 'zip zipcode postcode postalcode plz postleitzahl cep cp zipcodes zip5 postleit pincode zippostal codigopostal codepostal',
  zip4: 'zip4 zipfour plus4 zipplus4',
  country: 'country land pais pays nation countrycode countryregion',
  direction: 'dir direction predir postdir predirectional postdirectional predirection postdirection',
  number: 'number no num nr numbers nummer numero num numeros',
  full: 'full complete whole formatted entire vollstandig completo complet completa complete combined',
  first: 'first given forename fname vorname vornamen prenom givenname frst fst firstnm christian',
  'first name': 'firstname',
  lastName:
    'surname lname nachname familienname zuname apellido apellidos sobrenome familyname lastname family apelido lastnm nomdefamille',
  last: 'last ultimo ultima letzte letzter letztes dernier derniere latest lst',
  middle: 'middle mi mname middlename mid zweitname',
  name: 'name names nombre nombres nome nm nme nom fileas bezeichnung',
  fullName: 'fullname displayname vollname',
  prefix:
    'prefix salutation anrede tratamiento tratamento honorific namensprafix civilite prefijo prefixo courtesy',
  suffix: 'designator suffix sufijo sufixo suffixe namenssuffix generation',
  nick: 'nickname nick spitzname apodo surnom alias goesby',
  initial: 'initial initials initialen iniciales initiales iniciais',
  contact:
    'contact contacts kontakt contacto contato lead leads person individual recipient prospect subscriber member',
  client:
    'client customer kunde cliente applicant borrower guest attendee student patient donor voter resident homeowner taxpayer grantee mortgagor owneroccupant',
  owner: 'owner owners own ownr besitzer eigentumer propietario proprietario proprietaire inhaber',
  buyer: 'buyer buyers purchaser',
  seller: 'seller sellers vendor',
  tenant: 'tenant renter occupant lessee',
  spouse:
    'spouse wife husband partner conyuge conjoint conjointe conjuge ehepartner ehefrau ehemann coowner cobuyer coborrower ' +
    'coapplicant coseller pareja esposa esposo lebenspartner partnerin significantother cocontact',
  agent: 'agent realtor rep representative broker makler agente courtier vendedor',
  otherPerson:
    'assistant assistent assistentin asistente ayudante assistente assistants asst secretary child children kid kids son daughter ' +
    'kinder enfants hijos filhos manager vorgesetzten supervisor responsable responsavel emergency attorney lawyer lender ' +
    'trustee parent mother father sibling boss officer builder reports friend relative neighbor neighbour',
  referrer: 'referred empfohlen recomendado recommande indicado referrer referredby',
  company:
    'company companyname organization organisation org employer firm firma unternehmen empresa societe compania organizacion ' +
    'organizacao entreprise workplace brokerage arbeitgeber organizationname',
  job: 'job jobtitle position occupation profession role cargo puesto fonction beruf designation jobtitel ocupacion profesion profissao funcao',
  title: 'title titel titulo titre',
  web: 'website web url homepage webseite webpage websites link internet webaddress sitio weburl',
  birthday:
    'birthday birthdate dob bday birth geburtstag geburtsdatum cumpleanos anniversaire nascimento naissance nacimiento aniversario',
  note:
    'message note notes comment comments remark remarks description descriptions notizen notiz notas nota comentarios comentario ' +
    'observaciones observacoes anotacoes commentaire commentaires remarques bemerkung bemerkungen kommentar background memo ' +
    'backgroundinfo descripcion beschreibung descricao remarque body anmerkungen',
  label:
    'keywords group groups label labels tag tags category categories categoria categorias kategorie kategorien categorie etiquetas ' +
    'etiqueta gruppe gruppen groupe groupes grupos grupo etiquettes etikett etiketten marcadores hashtags groupmembership ' +
    'schlagworter schlagworte segment segments interests stichworter',
  list: 'list lists listas listes listen',
  date: 'date datum fecha data timestamp time datetime day on at dt when hora',
  created:
    'created create added register registered registration signup erstellt creado criado cree hinzugefugt joined anadido connected entered ajoute createdat',
  touch:
    'activity touch touched communication communicated interaction conversation engagement called texted emailed ' +
    'activitydate reached spoke touchpoint attempt',
  'touch contact': 'contacted kontaktiert contacte contactado',
  closing: 'closing closed close settlement settled closings closingdate abschluss cierre cloture fechamento',
  sale: 'sale sold purchase purchased sales saledate',
  source: 'source quelle fuente origen origem origine herkunft provenance leadsource leadquelle',
  stage: 'stage lifecycle phase pipeline etapa etape leadstage leadstatus fase',
  status: 'status estatus statut situacao',
  type: 'type types typ tipo kind art',
  assigned: 'assigned assignee assignedto responsible zustandig asignado atribuido assigne zugewiesen',
  anniversary: 'anniversary jahrestag mariage fete datas especiais boda wedding hochzeitstag casamento',
  donot: 'cannot donot never doesnot dont',
  dnc: 'dnc donotcall dncr federaldnc statednc dncstatus dncflag',
  'donot call': 'nocall dncall donotphone',
  'donot email': 'donotemail noemail',
  'donot mail': 'donotmail nomail dnm',
  'donot text': 'donottext notext dnt',
  'donot contact': 'donotcontact nocontact',
  optout: 'optout optouts optedout hasoptedout suppressed suppression',
  'optout email':
    'unsub unsubs unsubscribe unsubscribed unsubscription abgemeldet desabonne desinscrito descadastrado desuscrito',
  optin:
    'optin optins optedin consent permission allow allows allowed agreed accepts accept accepted einwilligung consentimiento consentement einverstanden okto',
  stop: 'stop stopped',
  subscription: 'marketing subscription subscribed subscribe',
  reason:
    'phonetic yomi maiden amount price reason campaign ip method grund id guid uuid hash verified score count latitude longitude',
  deal: 'deal deals opportunity transaction',
  account: 'account accounts',
  display: 'display angezeigter pantalla exibicao anzeige anzeigename affichage mostrar',
  by: 'by von par modified updated modificado geandert update changed',
  not: 'non nicht not',
}

/** Words that say nothing about what a column holds. */
const FILLERS = new Set(
  (
    'the of de la do da del des der die das du den dem le les el los las o e y u et und ou or and a an au aux your my our ' +
    'for in im zu zur s l d info information detail details data value values record entry field original is has was to ' +
    'please enter code com  current p m c w from with para por il em um ' +
    'uma en un une una correct'
  ).split(' '),
)

/** Phrases that mean one thing, and the word that stands for them. */
const PHRASES = (
  [
    ['nom complet de l adresse de messagerie', 'email display'],
    ['nombre de pantalla de correo electronico', 'email display'],
    ['e mail', 'email'],
    ['e mails', 'email'],
    ['adresse de messagerie', 'email'],
    ['correo electronico', 'email'],
    ['correio eletronico', 'email'],
    ['correio electronico', 'email'],
    ['p o box', 'pobox'],
    ['po box', 'pobox'],
    ['post office box', 'pobox'],
    ['boite postale', 'pobox'],
    ['apartado postal', 'pobox'],
    ['apartado de correos', 'pobox'],
    ['caixa postal', 'pobox'],
    ['b p', 'pobox'],
    ['co owner', 'spouse'],
    ['co borrower', 'spouse'],
    ['co buyer', 'spouse'],
    ['co applicant', 'spouse'],
    ['co seller', 'spouse'],
    ['co contact', 'spouse'],
    ['significant other', 'spouse'],
    ['loan officer', 'assistant'],
    ['opt out', 'optout'],
    ['opt outs', 'optout'],
    ['opted out', 'optout'],
    ['opt in', 'optin'],
    ['opted in', 'optin'],
    ['ok to', 'optin'],
    ['can be', 'optin'],
    ['can call', 'optin call'],
    ['can text', 'optin text'],
    ['can email', 'optin email'],
    ['can mail', 'optin mail'],
    ['do not', 'donot'],
    ['don t', 'donot'],
    ['nicht anrufen', 'donotphone'],
    ['no llamar', 'donotphone'],
    ['ne pas appeler', 'donotphone'],
    ['nao ligar', 'donotphone'],
    ['no call', 'nocall'],
    ['no calls', 'nocall'],
    ['no email', 'noemail'],
    ['no emails', 'noemail'],
    ['no mail', 'nomail'],
    ['no text', 'notext'],
    ['no texts', 'notext'],
    ['no contact', 'nocontact'],
    ['direct mail', 'directmail'],
    ['date of birth', 'birthday'],
    ['birth date', 'birthday'],
    ['birth day', 'birthday'],
    ['fecha de nacimiento', 'birthday'],
    ['data de nascimento', 'birthday'],
    ['date de naissance', 'birthday'],
    ['d o b', 'birthday'],
    ['anniversaire de mariage ou fete', 'anniversary'],
    ['anniversaire de mariage', 'anniversary'],
    ['zip plus 4', 'zip4'],
    ['zip plus four', 'zip4'],
    ['zip 4', 'zip4'],
    ['plus 4', 'zip4'],
    ['zip 5', 'zip'],
    ['postal code', 'zip'],
    ['post code', 'zip'],
    ['zip postal', 'zip'],
    ['postal zip', 'zip'],
    ['code postal', 'zip'],
    ['codigo postal', 'zip'],
    ['time zone', 'timezone'],
    ['web site', 'website'],
    ['home page', 'homepage'],
    ['page web', 'website'],
    ['pagina web', 'website'],
    ['pagina da web', 'website'],
    ['web page', 'website'],
    ['web address', 'website'],
    ['ip address', 'ipnumber'],
    ['mac address', 'ipnumber'],
    ['segundo nombre', 'middlename'],
    ['segundo nome', 'middlename'],
    ['deuxieme prenom', 'middlename'],
    ['weitere vornamen', 'middlename'],
    ['weiterer vorname', 'middlename'],
    ['zweiter vorname', 'middlename'],
    ['additional name', 'middlename'],
    ['nom de famille', 'surname'],
    ['numero de telefono', 'phone'],
    ['numero de telephone', 'phone'],
    ['numero de telefone', 'phone'],
    ['numero de centralita', 'main phone'],
    ['numero de teletipo', 'phone'],
    ['tipo de', 'type'],
    ['type de', 'type'],
    ['date added', 'created date'],
    ['goes by', 'nickname'],
    ['file as', 'fileas'],
    ['referred by', 'referredby'],
    ['empfohlen von', 'referredby'],
    ['recomendado por', 'referredby'],
    ['indicado por', 'referredby'],
    ['recommande par', 'referredby'],
    ['lead type', 'tag'],
    ['client type', 'tag'],
    ['contact type', 'tag'],
    ['customer type', 'tag'],
    ['relationship type', 'tag'],
    ['person type', 'tag'],
    ['record type', 'recordtype'],
    ['contact category', 'tag'],
    ['distribution lists', 'list'],
    ['first line', 'line 1'],
    ['second line', 'line 2'],
    ['mots cles', 'motscles'],
    ['pre dir', 'predir'],
    ['post dir', 'postdir'],
    ['care of', 'careof'],
    ['c o', 'careof'],
    ['in care', 'careof'],
  ] satisfies [string, string][]
).toSorted(([left], [right]) => right.length - left.length)

const MEANINGS = new Map<string, readonly Concept[]>(
  Object.entries(WORDS).flatMap(([concepts, words]) =>
    words.split(' ').map((word) => [word, concepts.split(' ') as Concept[]] as const),
  ),
)

/** Words that a header written together may be put together of; the shortest would be found in everything. */
const PIECE_MIN_LENGTH = 3
const PIECE_MAX_LENGTH = 14
const SHORT_PIECES = new Set(['st', 'no', 'nm', 'mi', 'po', 'ph', 'id', 'dt'])
const GLUED_MAX_LENGTH = 40

/** One meaning in a header, with the number that stands behind it ("Phone 2"), 0 where there is none. */
export type HeaderTerm = { concept: Concept; number: number }

export type HeaderTerms = { terms: HeaderTerm[]; unknown: string[] }

/** Headers that are longer are no names of columns. */
const HEADER_MAX_LENGTH = 120

/** Takes a header apart: its meanings in order, and the words that are not known. */
export function readHeaderTerms(fold: (text: string) => string, header: string): HeaderTerms {
  if (header.length > HEADER_MAX_LENGTH) return { terms: [], unknown: [header] }
  const terms: HeaderTerm[] = []
  const unknown: string[] = []
  let ordinal = 0
  for (const word of wordsOf(fold, header)) {
    if (/^\d+$/.test(word)) {
      const last = terms.at(-1)
      if (last && last.number === 0) last.number = Math.min(Number(word), 999)
      else if (!last) ordinal = Math.min(Number(word), 999)
      else terms.push({ concept: 'line', number: Math.min(Number(word), 999) })
      continue
    }
    if (FILLERS.has(word)) continue
    const concepts = MEANINGS.get(word) ?? glued(word)
    if (!concepts) unknown.push(word)
    for (const concept of concepts ?? []) {
      terms.push({ concept, number: ordinal })
      ordinal = 0
    }
  }
  return { terms, unknown }
}

function wordsOf(fold: (text: string) => string, header: string): string[] {
  const parted = header
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/#/g, ' number ')
    .replace(/[’']/g, ' ')
  const plain = fold(parted)
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .trim()
  let text = ` ${plain} `
  for (const [phrase, word] of PHRASES) {
    if (text.includes(` ${phrase} `)) text = text.replaceAll(` ${phrase} `, ` ${word} `)
  }
  return text.trim().split(' ').filter(Boolean)
}

/** The fewest known words that a word is put together of ("mailingcity"); null when it is not. */
function glued(word: string): readonly Concept[] | null {
  if (word.length > GLUED_MAX_LENGTH || word.length < 5) return null
  /** How many pieces make the first letters, and where the last of them begins. */
  const counts = [0]
  const starts = [0]
  for (let end = 1; end <= word.length; end++) {
    counts[end] = Number.POSITIVE_INFINITY
    for (let start = Math.max(0, end - PIECE_MAX_LENGTH); start < end; start++) {
      const count = (counts[start] ?? 0) + 1
      if (count >= (counts[end] ?? 0) || !isPiece(word.slice(start, end))) continue
      counts[end] = count
      starts[end] = start
    }
  }
  if (counts[word.length] === Number.POSITIVE_INFINITY) return null
  const concepts: Concept[] = []
  for (let end = word.length; end > 0; end = starts[end] ?? 0) {
    concepts.unshift(...(MEANINGS.get(word.slice(starts[end], end)) ?? []))
  }
  return concepts
}

function isPiece(text: string): boolean {
  if (text.length < PIECE_MIN_LENGTH && !SHORT_PIECES.has(text)) return false
  return MEANINGS.has(text) || text === 'code' || text === 'info'
}

/**
 * Header words in English, Spanish, German, French and Portuguese, in `fold` spelling, by their meanings. German
 * compounds and joined words have several meanings.
 */
export const HEADER_WORDS = {
  email: `
    correos email emails emailadress mailadresse courriel courriels correo messagerie mel eml emailaddr
    emailid`,
  phone: `
    phone phones telephone tel tele telno ph phn phnum phon telefon telefono telefonos telefone telefones
    fone fon rufnummer telefonnummer telefonnr tlf tfno tfnos telf callback rappel ruckmeldung radio
    radiophone radiotelefono radiofone tty tdd telex isdn rdsi rnis`,
  extension: 'ext extn exten durchwahl ramal',
  fax: 'fax faxes telefax telecopie telecopieur faxnummer facsimile',
  pager: 'pager beeper buscapersonas localizador bip recepteur radiomessagerie',
  text: 'sms text texts texting txt textmessage textmessages textmessaging',
  call: 'call calls calling anruf llamar ligar appeler solicit',
  mobile: `
    mobile cell cel cellular cellphone handy mobil movil celular portable gsm telemovel iphone wireless
    car auto automovil carro voiture mob`,
  'mobile phone': `
    whatsapp natel telemovil tlm mobiltelefon mobilnummer handynummer mobilrufnummer autotelefon
    cellnumber celltelephone cphone mphone`,
  'home phone': 'landline landlines festnetz festnetznummer fixe fixo fijo fixnetz hphone',
  'work phone': 'wphone',
  'main phone': 'haupttelefon hauptnummer hauptrufnummer',
  home: `
    home priv residence residential res privat private domicile particular residencia residencial casa
    personal perso personnel personnelle pers domiciliar hm evening eve`,
  work: `
    trabalho travail work business office gesch geschaftl geschaeftlich buero geschaftlich dienstlich
    trabajo comercial professionnel professionnelle professionel pro laboral buro bureau bus wk biz ofc
    oficina escritorio arbeit profissional corporate`,
  main: 'main principal haupt general switchboard centralita',
  other: `
    other weitere weiterer weiteres weiteren otro otra otros outro outra autre autres sonstige alternate
    alternative alt additional previous former custom andere`,
  direct: 'direct did direkt directo',
  primary: 'primary preferred default best preferido bevorzugt primaire primario primaria hauptadresse',
  second: 'secundario secundaria secondary second zweite zweiter segundo segunda deuxieme secondaire 2nd',
  mailing: 'mailing postal correspondence postanschrift pstl correspondencia correspondance tpaddr envio',
  mail: 'mail post mails',
  billing: 'billing bill rechnung rechnungsadresse facturacion facturation cobranca invoice',
  shipping: 'shipping ship delivery lieferung lieferadresse livraison entrega',
  tax: 'fiscal tax taxes',
  property: `
    physical phy inmueble property prop situs site subject listing premise premises loc immobilie propiedad
    imovel propriete`,
  address: `
    morada moradas address addresses addr addrs adress adr adresse adressen anschrift direccion
    direcciones endereco domicilio location adrs`,
  street: `
    street house strase strasse str rue calle rua streetaddress strassenadresse road voie logradouro via`,
  'street number': `
    addnum addrnum addno hausnr housenumber hausnummer streetnumber strnum stnum housenum houseno streetno numero streetnum`,
  'street name': 'streetname strname stname strassenname',
  line: 'line zeile linea ligne linha ln',
  unit: `
    compl unit apt apartment suite ste appartement apto apartamento wohnung extended complemento
    complement complementaire zusatz adresszusatz bis unitnum unitno aptno depto piso batiment etage
    stockwerk stock andar puerta planta extension interior supplemental supplement`,
  box: 'pobox postfach postbox',
  'city state zip': 'csz',
  'mailing address': 'mailadd mailadr maddr madd',
  'mailing unit': 'munit mapt',
  'mailing city': 'mcity',
  'mailing state': 'mstate',
  'mailing zip': 'mzip',
  'property address': 'siteadd sitead situsadd propadd saddr sadd paddr padd',
  'property unit': 'sunit punit',
  'property city': 'scity pcity',
  'property state': 'sstate pstate',
  'property zip': 'szip pzip',
  'owner address': 'ownadd ownradd oaddr oadd',
  'owner city': 'ocity',
  'owner state': 'ostate',
  'owner zip': 'ozip',
  city: `
    placename city town locality ort stadt ville ciudad cidade localidad localidade wohnort municipality municipio
    poblacion commune localite ortschaft cty suburb citytown cityname`,
  state: `
    uf distrito state province provinz bundesland kanton provincia estado dep departement prov staat
    stateprovince statecode`,
  region: 'region regiao territory st',
  zip: `
    zip npa zipcode postcode postalcode plz postleitzahl cep cp zipcodes zip5 postleit pincode zippostal
    codigopostal codepostal`,
  zip4: 'zip4 zipfour plus4 zipplus4',
  country: 'country land pais pays nation countrycode countryregion',
  direction: `
    quadrant dir pfx prefx direction predir postdir predirectional postdirectional predirection postdirection`,
  number: 'number no num nr nbr numbers nummer numero num numeros',
  full: 'full complete whole formatted entire vollstandig completo complet completa complete combined',
  first: 'first given forename fname vorname vornamen prenom givenname frst fst firstnm christian',
  'first name': 'firstname',
  lastName: `
    surname lname nachname familienname zuname apellido apellidos sobrenome familyname lastname family
    apelido lastnm nomdefamille`,
  last: 'last ultimo ultima letzte letzter letztes dernier derniere latest lst',
  middle: 'middle mi mname middlename mid zweitname',
  name: 'name names nombre nombres nome nm nme nom fileas bezeichnung',
  fullName: 'fullname displayname vollname',
  prefix: 'prefix anrede tratamiento tratamento honorific namensprafix civilite prefijo prefixo courtesy',
  salutation: 'salutation greeting greetings',
  suffix: 'mode designator sfx suf suffix sufijo sufixo suffixe namenssuffix generation',
  nick: 'nickname nick spitzname apodo surnom alias goesby',
  initial: 'initial initials initialen iniciales initiales iniciais',
  contact: `
    pessoa persona personne people contact contacts cont kontakt contacto contato lead leads person individual
    recipient prospect subscriber member`,
  client: `
    invitee registrant participant participante teilnehmer invitado convidado adherent client customer
    kunde cliente applicant borrower guest attendee student patient donor voter resident homeowner
    taxpayer grantee mortgagor owneroccupant`,
  owner: `
    dono dona owner owners eigentuemer own ownr besitzer eigentumer propietario proprietario proprietaire
    inhaber`,
  buyer: 'acquereur acheteur kaufer comprador compradora buyer buyers purchaser',
  seller: 'vendeur verkaufer seller sellers vendor',
  tenant: 'locataire mieter inquilino inquilina tenant renter occupant lessee',
  spouse: `
    spouse wife husband partner conyuge conjoint conjointe conjuge ehepartner ehefrau ehemann coowner
    cobuyer coborrower coapplicant coseller pareja esposa esposo lebenspartner partnerin ehegatte
    ehegattin gatte gattin epoux epouse mari marido mulher companheiro companheira companero companera
    concubin verlobte fiance fiancee significantother cocontact`,
  agent: `
    mandataire captador captadora commercial agent realtor rep representative broker makler agente
    courtier corretor corretora vendedor vendedora`,
  otherPerson: `
    assistant assistent assistentin asistente ayudante assistente assistants asst secretary child children
    kid kids son daughter kinder enfants hijos filhos manager vorgesetzten supervisor responsable
    responsavel emergency attorney lawyer lender trustee parent mother father sibling boss officer builder
    reports friend relative neighbor neighbour relationship`,
  referrer: 'referred empfohlen recomendado recommande indicado referrer referredby',
  company: `
    unternehmensname company companyname organization organisation org employer firm firma unternehmen
    empresa societe compania organizacion organizacao entreprise workplace brokerage arbeitgeber
    organizationname`,
  job: `
    job jobtitle position occupation profession role cargo puesto fonction beruf designation funktion
    posicion posicao tatigkeit emploi metier stellung jobtitel arbeitstitel ocupacion profesion profissao
    funcao`,
  title: 'title titel titulo titre',
  web: 'website web url homepage webseite webpage websites link internet webaddress sitio weburl',
  birthday: `
    nac nasc geb birthday birthdate dob bday birth geburtstag geburtsdatum geburtsjahr geburtsmonat
    cumpleanos anniversaire nascimento naissance nacimiento aniversario`,
  note: `
    observacao mensaje nachricht mensagem obs observations observacion apuntes anmerkung infos about bio
    biography summary message note notes comment comments remark remarks description descriptions notizen
    notiz notas nota comentarios comentario observaciones observacoes anotacoes commentaire commentaires
    remarques bemerkung bemerkungen kommentar background memo backgroundinfo descripcion beschreibung
    descricao remarque body anmerkungen hintergrund rem nts`,
  label: `
    folder folders ordner dossier carpeta pasta intereses interesses merkmale segmento segmentos stichwort
    buckets bucket circles circle audience audiences topics keyword keywords group groups label labels tag
    tags grp cat category categories categoria categorias kategorie kategorien categorie etiquetas etiqueta gruppe
    gruppen groupe groupes grupos grupo etiquettes etikett etiketten marcadores hashtags groupmembership
    schlagworter schlagworte segment segments interests stichworter`,
  list: 'list lists listas listes listen',
  date: 'date datum fecha data timestamp time datetime day on at dt when hora',
  created: `
    registro registrado registrada enregistre inscrit inscrite import imported importado received recibido
    recebido recu erhalten eingang eingegangen captured submitted submission eingangsdatum erfassungsdatum anmeldedatum creation creacion criacao
    angelegt erfasst eingetragen aufgenommen anlagedatum anlage eintragsdatum erstelldatum
    erstellungsdatum alta inscription inscripcion inscricao cadastro cadastrado inserido saisi conversion
    conversao created create added register registered registration signup erstellt creado criado cree
    hinzugefugt joined anadido connected entered ajoute createdat`,
  touch: `
    atendimento activity touch touched communication communicated interaction conversation engagement
    called texted emailed engaged reach meeting activitydate reached spoke touchpoint attempt relance suivi seguimiento
    aktivitat actividad atividade activite interaccion interacao angerufen llamada appel ligacao`,
  'touch contact': 'contacted kontaktiert contacte contactado',
  closing: 'closing closed close settlement settled closings closingdate abschluss cierre cloture fechamento',
  sale: `
    deed recording recorded transfer conveyance verkauf vente venta venda compra kauf achat sale sold
    purchase purchased sales saledate`,
  source: `
    sources medio medios midia kanal canal channel platform plataforma plattform plateforme procedencia provenienz
    source quelle fuente origen origem origin origine herkunft provenance leadsource leadquelle`,
  stage: `
    lebenszyklus lebenszyklusphase estagio funil embudo trichter stage lifecycle phase pipeline etapa
    etape leadstage leadstatus fase`,
  status: 'status estatus statut situacao situacion bearbeitungsstand kundenstatus',
  type: 'type types typ tipo kind art',
  assigned: `
    betreuer betreuerin sachbearbeiter sachbearbeiterin bearbeiter kundenbetreuer kundenbetreuerin
    verantwortlicher zustandige zustandiger negociateur negociatrice conseiller conseillere asesor asesora
    consultor consultora gestor gestora encargado encargada salesperson salesrep angariador angariadora verantwortlich assigned assignee assignedto responsible
    zustandig asignado atribuido assigne zugewiesen`,
  anniversary: 'anniv anniversary jahrestag mariage fete datas especiais boda wedding hochzeitstag casamento',
  donot: 'cannot donot never doesnot dont',
  dnc: 'bloctel robinson dnc donotcall dncr federaldnc statednc dncstatus dncflag',
  'donot call': 'nocall dncall donotphone',
  'donot email': 'donotemail noemail',
  'donot mail': 'donotmail nomail dnm',
  'donot text': 'donottext notext dnt',
  'donot contact': 'dnd sperrvermerk donotcontact nocontact werbesperre kontaktsperre gesperrt',
  optout: `
    abmeldung widerspruch desabonnement desinscription desuscripcion cancelamento opposition baja cancelo
    cancelado cancelada annule annulee abbestellt optout optouts optedout hasoptedout suppressed
    suppression`,
  'optout email': `
    desinscrit desinscrite blocklisted blacklisted blocklist blacklist unsub unsubs unsubscribe unsubscribed unsubscription
    abgemeldet desabonne desinscrito descadastrado desuscrito`,
  optin: `
    ok recibir receber recevoir acepta aceita accepte akzeptiert autoriza autorise optin optins optedin
    consent permission allow allows allowed agreed accepts accept accepted einwilligung consentimiento
    consentement einverstanden okto`,
  stop: 'stop stopped',
  subscription: `
    mailings newsletter newsletters infolettre boletin suscripcion abonnement marketing subscription
    subscribed subscribe`,
  reason: `
    township phonetic yomi maiden billinginformation amount price reason campaign ip method grund id guid
    uuid hash verified score count latitude longitude settings ad adset form`,
  deal: 'negocio oportunidade oportunidad affaire deal deals opportunity transaction',
  account: 'cuenta konto conta compte account accounts',
  'display name': 'anzeigename',
  display: 'display angezeigter pantalla exibicao anzeige affichage mostrar',
  pair: 'pair relation event beziehung relacao relacion evento evenement ereignis',
  by: 'by von par modify modified updated modificado geandert update changed',
  not: 'non nicht not',
} as const

type WordsIn<T> = T extends `${infer First} ${infer Rest}` ? First | WordsIn<Rest> : T

/** Possible meanings of a word in a column header. */
export type Concept = WordsIn<keyof typeof HEADER_WORDS>

/** Phrases with a single meaning, behind the words that replace them; longer phrases come first. */
export const HEADER_PHRASES = `
  email display: nom complet de l adresse de messagerie, nombre de pantalla de correo electronico;
  email: e mail, e mails, mail id, email id, e mail id, adresse de messagerie, correo electronico, correio eletronico, correio
    electronico;
  lifecycle: ciclo de vida, cycle de vie; company: razon social, raison sociale, razao social;
  pair: custom field, campo personalizado;
  created date: date de creation, lead date, inquiry date, date added;
  birthday: ne le, nee le, ne e le, date of birth, birth date, birth day, fecha de nacimiento, data de
    nascimento, date de naissance, d o b, b day;
  unsubscribed: dado de baja;
  nocontact: keine werbung, ne pas contacter, ne plus contacter, no contactar, nao contatar, nao contactar,
    nicht kontaktieren, no molestar, no contact, do not disturb, do not solicit, no solicitation;
  noemail: kein newsletter, keine e mails, no email, no emails;
  nocall: keine anrufe, kein anruf, no call, no calls;
  zip: c p, cod postal, zip 5, postal code, post code, zip postal, postal zip, code postal, codigo postal;
  nickname: preferred name, preferred first name, known as, goes by;
  spouse: co homeowner, co client, co lead, co purchaser, co tenant, co acquereur, co acheteur, co owner, co
    borrower, co buyer, co applicant, co seller, co contact, significant other;
  touched: followed up; last touch: last follow up; reason: follow up date, next follow up, follow up on;
  touch: follow up; property address: location address, property location;
  property street: location street; property city: location city; property state: location state;
  property zip: location zip; property unit: location unit; whatsapp: whats app;
  firstname: primer nombre, nombre de pila, nome proprio, primeiro nome;
  middlename: nome do meio, segundo nombre, segundo nome, deuxieme prenom, weitere vornamen, weiterer
    vorname, zweiter vorname, additional name;
  surname: nom d usage, primer apellido, segundo apellido, apellido paterno, apellido materno, apellido 1,
    apellido 2, nom de famille;
  housenumber: numero exterior, no exterior, num exterior, num ext, no ext;
  unit: numero interior, no interior, num interior, num int, no int;
  hausnr: haus nr; donot: no enviar, nao enviar, ne pas envoyer, do not, don t; dnc: nao perturbe;
  created: customer since, client since, member since, kunde seit, cliente desde, client depuis, cree le;
  assignedto: corretor responsavel, usuario responsavel, usuario responsable, agente responsable,
    responsable commercial, responsable comercial, atendido por, suivi par, betreut von, asignado a, owned
    by, managed by, handled by, account manager, relationship manager, sales owner, sales rep, sales person,
    record owner, record manager, commercial affecte;
  street: street and number, strasse und hausnummer, strasse und nr, strasse u nr, strasse u hausnr, strasse nr, strasse hausnummer, strasse
    hausnr, calle y numero, calle y no, calle numero, rua e numero, rua numero, rue et numero, numero et
    rue, n et rue, numero et voie, n et voie;
  fullname: name vorname, vorname name, vor und nachname, nom prenom, nom et prenom, prenom nom, prenom et
    nom, nombre y apellidos, nombre y apellido, apellidos y nombre, apellidos nombre, apellido y nombre,
    nome e sobrenome, nome e apelido;
  source: how did you hear about us, how did you hear of us, how you heard about us, how did you find us,
    how did you hear about this open house, how did you hear about this event,
    heard about us, hear about us, wie haben sie von uns erfahren, comment nous avez vous connus, comment
    nous avez vous connu, como nos conocio, como nos conheceu, referral source, how we met, how did we meet,
    how did you meet, where we met, how you met;
  alle: von allen; suite: suite other;
  pobox: p o box, po box, post office box, boite postale, apartado postal, apartado de correos, caixa
    postal, b p;
  assistant: loan officer; optout: opt out, opt outs, opted out; optin: opt in, opted in, ok to, can be;
  optin call: can call; optin text: can text; optin email: can email; optin mail: can mail;
  optin: may we, can we;
  donotphone: nicht anrufen, no llamar, ne pas appeler, nao ligar;
  nomail: no mail; notext: no text, no texts; directmail: direct mail;
  anniversary: anniversaire de mariage ou fete, anniversaire de mariage;
  zip4: zip plus 4, zip plus four, zip four, zip 4, plus 4, zip ext, zip extension, zip suffix, postal code suffix,
    postal code extension; timezone: time zone;
  website: web site, page web, pagina web, pagina da web, web page, web address;
  homepage: home page; ipnumber: ip address, mac address;
  reason: im address, is a company, is company;
  phone: numero de telefono, numero de telephone, numero de telefone, numero de teletipo;
  main phone: numero de centralita; type: tipo de, type de; fileas: file as;
  referredby: referred by, empfohlen von, recomendado por, indicado por, recommande par, referido por, referenciado por;
  owner 1: first owner; owner 2: second owner; buyer 1: first buyer; buyer 2: second buyer;
  borrower 1: first borrower; borrower 2: second borrower; applicant 1: first applicant;
  displayname: mail name, mailing name, name on envelope, envelope name, addressee, tax name, taxpayer name;
  tag: lead type, lead types, client type, client types, contact types, contact type, customer type,
    relationship type, person type, contact category, tipo de contacto, tipo de contato, tipo de cliente,
    type de contact, type de client, kontaktart, kundenart;
  billinginformation: billing information; recordtype: record type; list: distribution lists;
  line 1: first line; line 2: second line; motscles: mots cles; predir: pre dir, pre directional; postdir: post dir, post directional; iphone: i phone; icloud: i cloud;
  unit: apartment office room floor;
  careof: care of, c o, in care
`
  .split(';')
  .flatMap((entry) => {
    const [word = '', phrases = ''] = entry.split(':')
    return phrases
      .split(',')
      .map((phrase) => ({ phrase: phrase.trim().replace(/\s+/g, ' '), word: word.trim() }))
  })
  .toSorted((left, right) => right.phrase.length - left.phrase.length)

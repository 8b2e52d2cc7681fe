import type { OptOut } from '../identity/contact-details.ts'

/** Opt-out phrases of notes in Spanish, German, French and Portuguese, folded without accents. */
export const FOREIGN_RULES: readonly [RegExp, OptOut['channel']][] = [
  // Spanish
  [/\bno (?:me |le |la |lo |les |nos )?(?:volver a )?(?:llamar|llame|llamen|llames)\b/, 'call'],
  [/\b(?:no|ni) (?:mas )?llamadas\b/, 'call'],
  [/\bno (?:me |le |la |lo |les |nos )?(?:contactar|contacte|contacten|contactes|molestar|moleste)\b/, 'all'],
  [/\b(?:no|ni) (?:enviar|envie|envien|mandar|mande|manden) (?:mas )?(?:mensajes|textos|sms)\b/, 'text'],
  [/\b(?:no|ni) (?:enviar|envie|envien|mandar|mande|manden) (?:mas )?(?:correos?|e-?mails?)\b/, 'email'],
  [/\b(?:dado|dada|darse|darme) de baja\b/, 'email'],
  // German
  [/\bnicht (?:mehr )?(?:anrufen|angerufen|telefonieren)\b|\bkeine (?:weiteren )?anrufe\b/, 'call'],
  [/\bnicht (?:mehr )?(?:kontaktieren|kontaktiert|anschreiben)\b|\bkein(?:en)? kontakt\b/, 'all'],
  [/\bkeine (?:weiteren )?(?:sms|textnachrichten)\b/, 'text'],
  [/\bkeine(?:n)? (?:weiteren )?(?:e-?mails?|mails|newsletter)\b|\babgemeldet\b/, 'email'],
  // French
  [/\bne (?:pas|plus) (?:m'|l'|le |la |les )?(?:appeler|rappeler|telephoner)\b|\bpas d'appels?\b/, 'call'],
  [/\bne (?:pas|plus) (?:me |le |la |les )?(?:contacter|deranger)\b/, 'all'],
  [/\bpas de (?:sms|textos?)\b/, 'text'],
  [/\bpas (?:d'|de )(?:e-?mails?|mails?|courriels?)\b|\bdesabonnee?\b/, 'email'],
  // Portuguese
  [/\bnao (?:me |lhe )?(?:ligar|ligue|liguem|telefonar|telefone)\b/, 'call'],
  [/\bnao (?:me |o |a )?(?:contatar|contactar|contate|contacte|incomodar|entrar em contato)\b/, 'all'],
  [/\b(?:nao|nem) (?:enviar|envie|mandar|mande) (?:mais )?(?:mensagens|sms)\b/, 'text'],
  [/\b(?:nao|nem) (?:enviar|envie|mandar|mande) (?:mais )?e-?mails?\b/, 'email'],
]

/** Words of those languages that every rule requires. */
export const FOREIGN_HINT_PATTERN =
  /\b(?:no|ni|nicht|kein\w*|ne|pas|n(?:ã|a\u0303?)o|nem|abgemeldet|d[ée]sabonn\w*|baja)\b/i

/** Text after a match that limits it to a time: "no llamar antes de las 9", "nicht vor 9 Uhr". */
export const FOREIGN_LIMITED_REQUEST_PATTERN =
  /^ ?(?:antes|despues|hasta|entre|durante|por la|en la|los (?:lunes|martes|miercoles|jueves|viernes|sabados|domingos|fines)|hoy|manana|cuando|si |vor|nach|zwischen|bis|am (?:abend|morgen|wochenende)|heute|wenn|avant|apres|entre|pendant|le (?:soir|matin|week-?end|dimanche|samedi)|aujourd|quand|depois|ate|aos|hoje|quando|se )/

/** Code and name of each state in lower case. Source: USPS Publication 28, appendix B. */
const STATES: readonly [code: string, name: string][] = (
  'al alabama;ak alaska;az arizona;ar arkansas;ca california;co colorado;ct connecticut;de delaware;' +
  'dc district of columbia;fl florida;ga georgia;hi hawaii;id idaho;il illinois;in indiana;ia iowa;ks kansas;' +
  'ky kentucky;la louisiana;me maine;md maryland;ma massachusetts;mi michigan;mn minnesota;ms mississippi;' +
  'mo missouri;mt montana;ne nebraska;nv nevada;nh new hampshire;nj new jersey;nm new mexico;ny new york;' +
  'nc north carolina;nd north dakota;oh ohio;ok oklahoma;or oregon;pa pennsylvania;ri rhode island;' +
  'sc south carolina;sd south dakota;tn tennessee;tx texas;ut utah;vt vermont;va virginia;wa washington;' +
  'wv west virginia;wi wisconsin;wy wyoming'
)
  .split(';')
  .map((pair) => [pair.slice(0, 2), pair.slice(3)])

/** Code and name of a state given by either, in lower case; any other text alone. */
export function stateSpellings(text: string): string[] {
  const sought = text.trim().toLowerCase()
  const state = STATES.find((pair) => pair.includes(sought))
  return state ? [...state] : [sought]
}

import type { PhoneKind, PointKind } from './contact-details.ts'

export const PHONE_KIND_LABELS: Record<PhoneKind, string> = {
  mobile: 'Mobile',
  home: 'Home',
  work: 'Work',
  main: 'Main',
  other: 'Other',
  fax: 'Fax',
  pager: 'Pager',
}

export const POINT_KIND_LABELS: Record<PointKind, string> = {
  home: 'Home',
  work: 'Work',
  mailing: 'Mailing',
  property: 'Property',
  other: 'Other',
}

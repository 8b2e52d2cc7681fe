/** An email address or phone number of a person. */
export type ContactPoint = {
  value: string
  type?: string | null | undefined
  status?: string | null | undefined
  isPrimary?: boolean | undefined
}

export type RemoteAddress = {
  type?: string | null | undefined
  street?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  code?: string | null | undefined
}

/** A person of Follow Up Boss: the fields that are synced. */
export type RemotePerson = {
  id: number
  updated: string
  firstName: string | null
  lastName: string | null
  stage: string | null
  tags: string[]
  emails: ContactPoint[]
  phones: ContactPoint[]
  addresses: RemoteAddress[]
}

export type RemoteNote = {
  id: number
  personId: number
  updated: string
  subject: string | null
  body: string | null
  isHtml: boolean
}

export type RemoteTask = {
  id: number
  personId: number
  updated: string
  name: string
  /** A calendar day. */
  dueDate: string | null
  isCompleted: boolean
}

/** Something that happened on a website or portal, such as an inquiry. */
export type RemoteEvent = {
  id: number
  personId: number
  created: string
  type: string
  source: string | null
  message: string | null
}

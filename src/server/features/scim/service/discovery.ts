import type { JsonObject } from '#domain/provisioning/scim-input.ts'
import * as limits from '../limits.ts'
import { URN } from './representation.ts'

type AttributeOptions = { required?: true; unique?: true; exact?: true; readOnly?: true }

/** A text attribute in the schema format of RFC 7643. */
const text = (name: string, description: string, options: AttributeOptions = {}): JsonObject => ({
  ...{ name, type: 'string', multiValued: false, description },
  required: options.required ?? false,
  caseExact: options.exact ?? false,
  mutability: options.readOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: options.unique ? 'server' : 'none',
})

const boolean = (name: string, description: string): JsonObject => ({
  ...{ name, type: 'boolean', multiValued: false, description, required: false },
  ...{ mutability: 'readWrite', returned: 'default' },
})

const complex = (
  name: string,
  description: string,
  { isList, readOnly }: { isList: boolean; readOnly?: true },
  subAttributes: JsonObject[],
): JsonObject => ({
  ...{ name, type: 'complex', multiValued: isList, description, required: false },
  ...{ mutability: readOnly ? 'readOnly' : 'readWrite', returned: 'default', subAttributes },
})

const SCHEMAS: readonly (JsonObject & { id: string })[] = [
  {
    ...{ id: URN.user, name: 'User', description: 'A person who belongs to the organization' },
    attributes: [
      text('userName', 'Name of the person at the identity provider', { required: true, unique: true }),
      complex('name', 'Name of the person', { isList: false }, [
        text('formatted', 'First and last name', { readOnly: true }),
        text('givenName', 'First name'),
        text('familyName', 'Last name'),
      ]),
      text('displayName', 'Name to show'),
      complex('emails', 'Email address of the account; one is stored', { isList: true }, [
        text('value', 'Email address'),
        text('type', 'Always work'),
        boolean('primary', 'Always true'),
      ]),
      boolean('active', 'True for members and people with an open invitation'),
      complex('groups', 'Groups of the person', { isList: true, readOnly: true }, [
        text('value', 'Id of the group', { exact: true, readOnly: true }),
        text('display', 'Name of the group', { readOnly: true }),
      ]),
    ],
  },
  {
    ...{ id: URN.group, name: 'Group', description: 'A group of people, which can give a role' },
    attributes: [
      text('displayName', 'Name of the group', { required: true, unique: true }),
      complex('members', 'People in the group', { isList: true }, [
        text('value', 'Id of the user', { exact: true }),
        text('display', 'Name of the user', { readOnly: true }),
        text('type', 'Always User', { readOnly: true }),
      ]),
    ],
  },
]

const SCHEMA_URN = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

export function schemaResources(baseUrl: string): (JsonObject & { id: string })[] {
  return SCHEMAS.map((schema) => ({
    schemas: [SCHEMA_URN],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }))
}

export function resourceTypes(baseUrl: string): (JsonObject & { id: string })[] {
  return (['User', 'Group'] as const).map((name) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, endpoint: `/${name}s`, schema: name === 'User' ? URN.user : URN.group },
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  }))
}

export function serviceProviderConfig(baseUrl: string, documentationUri: string): JsonObject {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: limits.MAX_PAGE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token that an owner creates under Settings > Provisioning',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  }
}

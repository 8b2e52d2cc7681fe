import type { Document } from '#domain/documentation/document.ts'
import type { SearchHit } from '#domain/documentation/search.ts'
import type { BlogCategory, BlogHeading, BlogPost, BlogPostCard } from './blog.ts'
import type { Access, RateClass, Role } from './endpoint.ts'
import type { Site, SitePages } from './site.ts'

/** A post with its related links. */
export type PostDetail = {
  post: BlogPost
  headings: readonly BlogHeading[]
  related: readonly BlogPostCard[]
}

/** Server functions for rendering public pages. */
export type PageServices = {
  /** Origin of absolute URLs on pages. */
  origin: string
  /** The organization whose own domain shows the page; null on the product's own site. */
  organizationId: string | null
  site: Site
  pages: SitePages
  blog: {
    /** Published posts, newest first; `page` counts from 1. */
    list(query: { category?: BlogCategory; page: number }): Promise<BlogPage>
    /** Null without a published post of this slug. */
    post(slug: string): Promise<PostDetail | null>
  }
  /** The documentation in reading order. */
  documentation: readonly Document[]
  /** Sections of the documentation that match a query, best first. */
  searchDocumentation(query: string): readonly SearchHit[]
  /** The OpenAPI document of this server. */
  openApi(): OpenApi
}

/** Those that don't depend on the site of a request. */
export type SharedPageServices = Omit<PageServices, 'origin' | 'organizationId'>

export type BlogPage = { posts: readonly BlogPostCard[]; total: number; pages: number }

/** The displayed part of an OpenAPI 3.1 document. */
export type OpenApi = {
  info: { title: string; version: string; description?: string }
  paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}
/** The displayed part of a JSON schema. */
export type JsonSchema = {
  type?: string | readonly string[]
  format?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
} & Partial<Record<'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems', number>>
export type OpenApiOperation = {
  summary?: string
  /** Heading of the endpoint. */
  tags?: readonly string[]
  /** Set only for endpoints of the contract. */
  'x-access'?: Access
  'x-role'?: Role
  'x-rate'?: RateClass
  /** Media types of a raw body. */
  'x-body-types'?: readonly string[]
  'x-body-bytes'?: number
  parameters?: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: JsonSchema
  }[]
  requestBody?: { content?: Readonly<Record<string, { schema?: JsonSchema }>> }
  responses?: Readonly<
    Record<string, { description?: string; content?: Readonly<Record<string, { schema?: JsonSchema }>> }>
  >
}

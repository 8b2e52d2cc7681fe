import type { Document } from '#domain/documentation/document.ts'
import type { SearchHit } from '#domain/documentation/search.ts'
import type { BlogCategory, BlogHeading, BlogPost, BlogPostCard } from './blog.ts'
import type { Access, RateClass, Role, Scope } from './endpoint.ts'
import type { Site, SitePages } from './site.ts'
import type { CallExample } from './v1/examples.ts'

/** A post with its related links. */
export type PostDetail = {
  post: BlogPost
  headings: readonly BlogHeading[]
  related: readonly BlogPostCard[]
}

/** An organization's brand in place of the product's. */
export type PageBrand = {
  name: string
  supportEmail: string
  /** Themes in `faintOn` need a tile behind the logo. */
  logo: { url: string; width: number; height: number; faintOn: readonly ('dark' | 'light')[] } | null
  /** URL of a PNG. */
  favicon: string | null
  /** Style sheet with the colors of both themes, written from numbers alone. */
  css: string | null
  themeColor: string | null
  /** The product to name in small print; null if it isn't shown. */
  poweredBy: string | null
}

/** Server functions for rendering public pages. */
export type PageServices = {
  /** Origin of absolute URLs on pages. */
  origin: string
  /** The organization whose own domain shows the page; null on the product's own site. */
  organizationId: string | null
  site: Site
  /** The brand of the host; null on the product's own. */
  hostBrand: PageBrand | null
  /** The brand that the signed-in visitor sees; null for the product's own. */
  memberBrand(): Promise<PageBrand | null>
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
export type SharedPageServices = Omit<PageServices, 'origin' | 'organizationId' | 'hostBrand' | 'memberBrand'>

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
  /** Permission that a key needs; only for endpoints that a key can call. */
  'x-scope'?: Scope | 'any'
  'x-example'?: CallExample
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

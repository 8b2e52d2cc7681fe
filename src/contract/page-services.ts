import type { Document } from '#domain/documentation/document.ts'
import type { SearchHit } from '#domain/documentation/search.ts'
import type { BlogCategory, BlogHeading, BlogPost, BlogPostCard } from './blog.ts'
import type { Access, RateClass, Role } from './endpoint.ts'
import type { Site, SitePages } from './site.ts'

/** A post with what stands around it. */
export type PostDetail = {
  post: BlogPost
  headings: readonly BlogHeading[]
  related: readonly BlogPostCard[]
}

/** What rendering a public page may ask of the server it runs in. */
export type PageServices = {
  /** Origin of the addresses that pages state of themselves. */
  origin: string
  site: Site
  pages: SitePages
  blog: {
    /** Published posts, newest first; `page` counts from 1. */
    list(query: { category?: BlogCategory; page: number }): Promise<BlogPage>
    /** Null where no published post has this address. */
    post(slug: string): Promise<PostDetail | null>
  }
  /** The product's documentation in reading order. */
  documentation: readonly Document[]
  /** Sections of it that fit a query, best first; empty where none does. */
  searchDocumentation(query: string): readonly SearchHit[]
  /** The OpenAPI document of this very server. */
  openApi(): OpenApi
}

export type BlogPage = { posts: readonly BlogPostCard[]; total: number; pages: number }

/** The part of an OpenAPI 3.1 document that is shown. */
export type OpenApi = {
  info: { title: string; version: string; description?: string }
  paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}
export type OpenApiOperation = {
  summary?: string
  /** The noun that the call is about. */
  tags?: readonly string[]
  /** Stated by the endpoints of the contract alone. */
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
    schema?: Record<string, unknown>
  }[]
  requestBody?: { content?: Readonly<Record<string, { schema?: Record<string, unknown> }>> }
  responses?: Readonly<
    Record<
      string,
      { description?: string; content?: Readonly<Record<string, { schema?: Record<string, unknown> }>> }
    >
  >
}

import type { MetaFunction } from 'react-router'
import { urls } from '#web/lib/urls.ts'
import { pageServices } from '#web/page-services.ts'
import { describeStaticPage } from '../parts/static-page-meta.ts'
import type { Route } from './+types/privacy-page'
import { LegalDocument } from './legal-document.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { page: pageServices(context).pages.privacy }
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  loaderData ? describeStaticPage(loaderData.page, urls.privacy, matches) : []

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalDocument page={loaderData.page} />
}

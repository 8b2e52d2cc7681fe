import { redirect } from 'react-router'
import { urls } from '#web/lib/urls.ts'
import type { Route } from './+types/short-url'

/** Targets of URLs that people type from habit or find in old links. */
const TARGETS: Record<string, string> = {
  '/get-started': urls.pricing,
  '/pricing': urls.pricing,
  '/features': urls.features,
  '/docs': urls.documentation,
  '/login': urls.login,
  '/signup': urls.freeSignup,
}

export function loader({ request }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.replace(/\/+$/, '')
  return redirect(TARGETS[path] ?? urls.home)
}

export default function ShortUrl() {
  return null
}

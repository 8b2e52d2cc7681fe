import { redirect } from 'react-router'
import { urls } from '#web/lib/urls.ts'

/** Redirects old links to the plans on the landing page. */
export function loader() {
  return redirect(urls.pricing)
}

export default function GetStarted() {
  return null
}

import { redirect } from 'react-router'
import { urls } from '#web/lib/urls.ts'

/** Old links lead here; the plans are on the landing page. */
export function loader() {
  return redirect(urls.pricing)
}

export default function GetStarted() {
  return null
}

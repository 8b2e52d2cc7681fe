import { data, Link, type MetaFunction } from 'react-router'
import { pageTitle } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { QuietPage } from './quiet-page.tsx'

export const meta: MetaFunction = () => [
  { title: pageTitle('404 Page Not Found') },
  { name: 'robots', content: 'noindex' },
]

/** The page is drawn like any other; only its status says that there is nothing here. */
export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return (
    <QuietPage title="404 Page Not Found">
      <p className="text-muted">Did you forget to add the page to the router?</p>
      <Button asChild>
        <Link to={urls.home}>Back to home</Link>
      </Button>
    </QuietPage>
  )
}

import { Search } from 'lucide-react'
import { MAX_QUERY_LENGTH } from '#domain/documentation/search-limits.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form.tsx'

/** Search form that works without JavaScript. */
export function SearchForm({ query = '' }: { query?: string }) {
  return (
    <search>
      <form method="get" action={urls.documentation} className="flex max-w-xl gap-2">
        <Input
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          required
          aria-label="Search the documentation"
          placeholder="For example, undo an import"
          autoComplete="off"
          leading={<Search aria-hidden />}
          className="flex-1 [&_input]:h-11"
        />
        <Button type="submit" variant="primary" size="lg">
          Search
        </Button>
      </form>
    </search>
  )
}

import { Download, Upload, UserPlus, Users } from 'lucide-react'
import { useBrand } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Shown to an organization without contacts. */
export function Welcome({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { name } = useBrand()
  return (
    <EmptyState
      icon={<Users />}
      className="sm:max-w-xl"
      title={`Welcome to ${name}`}
      description="Import your contacts. We'll verify them and show who's most likely to move."
      actions={
        <>
          <Button variant="primary" onClick={onAdd}>
            <UserPlus aria-hidden />
            Add Your First Contact
          </Button>
          <Button onClick={onImport}>
            <Upload aria-hidden />
            Import a file
          </Button>
          <Button asChild>
            <a href="/contact_template.csv" download="contact_template.csv">
              <Download aria-hidden />
              Download Template
            </a>
          </Button>
        </>
      }
    />
  )
}

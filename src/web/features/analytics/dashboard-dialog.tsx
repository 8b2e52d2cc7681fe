import { createDashboard, type Dashboard } from '#contract/analytics/dashboards.ts'
import type { AnalyticsView } from '#contract/analytics/query.ts'
import { call } from '#web/lib/api.ts'
import { keyOf } from '#web/lib/query-client.ts'
import { Checkbox } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useChange } from '#web/ui/use-change.ts'
import type { QueryTexts } from './use-analytics-url-state.ts'

const schema = createDashboard.body.pick({ name: true, isShared: true })

interface DashboardDialogProps {
  /** Null for a new one. */
  dashboard: Dashboard | null
  view: AnalyticsView
  query: QueryTexts
  onSaved: (dashboard: Dashboard) => void
  onClose: () => void
}

/** Names a new dashboard, or changes the name and who sees it. */
export function DashboardDialog({ dashboard, view, query, onSaved, onClose }: DashboardDialogProps) {
  const save = useChange({
    change: (body: { name: string; isShared: boolean }): Promise<Dashboard> =>
      dashboard
        ? call('PATCH /api/analytics/dashboards/{id}', { params: { id: dashboard.id }, body })
        : call('POST /api/analytics/dashboards', { body: { ...body, view, query } }),
    successToast: (_, { name }) => ({
      title: 'Dashboard Saved',
      description: `${name} is in your Dashboards menu.`,
    }),
    refreshedKeys: [keyOf('GET /api/analytics/dashboards')],
  })
  const { form, dialog } = useActionForm({
    schema,
    defaultValues: { name: dashboard?.name ?? '', isShared: dashboard?.isShared ?? false },
    send: (values) => save.mutateAsync(values),
    onDone: (saved) => {
      onSaved(saved)
      onClose()
    },
    fallback: "We couldn't save the dashboard. Please try again.",
  })
  return (
    <FormDialog
      {...dialog}
      width="sm"
      title={dashboard ? 'Rename or share' : 'Save as a new dashboard'}
      description={dashboard ? undefined : 'Saves this view with its period and filters.'}
      verb="Save dashboard"
      onClose={onClose}
    >
      <FormField form={form} name="name" label="Name" required maxLength={60} />
      <Checkbox label="Share with everyone in your organization" {...form.register('isShared')} />
    </FormDialog>
  )
}

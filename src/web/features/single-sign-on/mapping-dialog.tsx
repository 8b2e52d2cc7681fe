import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Connection, GroupMapping } from '#contract/single-sign-on.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ACCESS_OPTIONS, ROLE_OPTIONS } from './connection-dialog.tsx'
import { useChangeConnection } from './single-sign-on-queries.ts'

const ALL_ROLES = [...ROLE_OPTIONS, { value: 'OWNER', label: 'Owner' }] as const

type MappingRow = GroupMapping & { key: number }

/** Gives members a role by the groups that the identity provider sends. */
export function MappingDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const [attribute, setAttribute] = useState(connection.groupsAttribute ?? '')
  const [rows, setRows] = useState<readonly MappingRow[]>(
    connection.mappings.map((mapping, key) => ({ ...mapping, key })),
  )
  const change = useChangeConnection(connection)
  const errors = fieldErrorsOf(change.error)
  const setRow = (key: number, changes: Partial<GroupMapping>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    setRows([...rows, { key, group: '', role: 'MEMBER', access: 'all' }])
  }
  const save = () =>
    change
      .mutateAsync({
        groupsAttribute: attribute.trim() || null,
        mappings: rows.map(({ group, role, access }) => ({ group, role, access })),
      })
      .then(onClose)
  return (
    <FormDialog
      title="Map groups to roles"
      description="We apply this at each sign-in. People in several groups get the highest role and the widest access. People in none get the role of new members. The last owner stays an owner."
      width="lg"
      verb="Save mapping"
      pending={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={save}
    >
      <Field
        label="Group attribute"
        error={errors.groupsAttribute}
        hint="Leave this empty to use the default, “groups”."
      >
        <Input value={attribute} autoComplete="off" onValue={setAttribute} />
      </Field>
      {rows.map(({ key, group, role, access }, index) => (
        <div
          key={key}
          className="grid items-end gap-2 max-sm:border-t max-sm:border-line max-sm:pt-3 sm:grid-cols-[1fr_7rem_11rem_auto]"
        >
          <Field label={`Group ${index + 1}`} error={errors[`mappings.${index}.group`]}>
            <Input value={group} autoComplete="off" onValue={(value) => setRow(key, { group: value })} />
          </Field>
          <Field label="Role">
            <Select value={role} options={ALL_ROLES} onValue={(value) => setRow(key, { role: value })} />
          </Field>
          <Field label="Sees">
            <Select
              value={access}
              options={ACCESS_OPTIONS}
              onValue={(value) => setRow(key, { access: value })}
            />
          </Field>
          <Button
            aria-label={`Remove group ${index + 1}`}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          >
            <X aria-hidden />
            <span className="sm:hidden">Remove group</span>
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={add}>
          <Plus aria-hidden />
          Add group
        </Button>
      </div>
    </FormDialog>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { presetRoles, type RoleHome, roleHomes } from '@ruam/contract/access/preset-roles.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type Got, useWrite } from '../../data/api.ts'
import { useNameCheck } from '../../data/name-check.ts'
import { useRoleName } from '../../data/role-name.ts'
import { refreshRights, useStore } from '../../data/session.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { CheckedInput } from '../../ui/CheckedInput.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink, useGo } from '../../ui/route.tsx'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { rightsText } from './matrix.ts'
import { RightChanges } from './RightChanges.tsx'
import { RightsMatrix } from './RightsMatrix.tsx'
import styles from './RoleForm.module.css'
import { RoleSide } from './RoleSide.tsx'
import { text } from './text.ts'
import { useReach } from './use-reach.ts'

type RoleRow = Got<typeof roles.get>

interface RoleFormProps {
  /** The role to change; without one a role is made. */
  role?: RoleRow
  /** Initial values of a new role. */
  start?: { name: string; description: string; permissions: string[]; home: RoleHome }
}

/** A role: its name, its permissions by subject, and a preview of the menu that its members see. */
export function RoleForm({
  role,
  start = { name: '', description: '', permissions: [], home: 'overview' },
}: RoleFormProps) {
  const t = useWords(text)
  const c = useWords(common)
  const format = useFormat()
  const go = useGo()
  const { id } = useStore()
  const called = useRoleName()
  const reach = useReach()
  const mayCreate = useMayCall(roles.create)
  const create = useWrite(roles.create, { quiet: true })
  const update = useWrite(roles.update, { quiet: true })
  const [saved, setSaved] = useState(false)
  const valuesOf = (one: RoleRow) => ({
    name: called.title(one.name),
    description: one.description,
    permissions: one.permissions.toSorted(),
    home: one.home,
  })
  const record = useRecordForm({
    record: role,
    blank: start,
    valuesOf,
    validate: { name: checks.name, description: checks.description },
    refusedAt: { name_taken: 'name' },
    current: currentOf(roles.update),
    save: (values, originTime) =>
      (role
        ? update.mutateAsync({ params: { id, roleId: role.id }, body: { ...values, originTime } as never })
        : create.mutateAsync({ params: { id }, body: values as never })) as Promise<RoleRow>,
    onSaved() {
      alerts.success(c.saved)
      // It may be the person's own.
      void refreshRights().catch(() => undefined)
      setSaved(true)
    },
    onClose: () => undefined,
  })
  // Only once the guard of what is unsaved knows that nothing is.
  useEffect(() => {
    if (saved) go({ to: 'setting-role-permission' })
  }, [saved, go])
  const { form, base } = record
  const { name, permissions, home } = form.values
  const asked = name.trim() !== '' && name.trim() !== base.name && checks.name(name) === null
  const check = useNameCheck(roles.nameExists, (typed) => ({ params: { name: typed } }), name, asked)
  const fixed = role !== undefined && (role.name === OWNER || !reach.mayGive(role))
  const choose = (held: string[], first?: RoleHome) => {
    form.setFieldValue('permissions', held.toSorted())
    if (first) form.setFieldValue('home', first)
  }
  // A preset that the store has changed keeps its first screen until somebody takes the new one.
  const preset = presetRoles.find((one) => one.name === role?.name)
  const offered = !fixed && preset && preset.home !== home ? preset : undefined
  const withoutFigures = permissions.filter((one) => one !== 'cdp-core.dashboard.read')
  const homeNames = { overview: t.homeOverview, counter: t.homeCounter, customers: t.homeCustomers }
  const newer = record.conflicts.map((path) => ({
    label: { name: t.name, description: t.description, permissions: t.rights, home: t.home }[path],
    value:
      path === 'permissions' ? rightsText(t, base.permissions) : path === 'home' ? homeNames[base.home] : base[path],
    onTake: () => record.takeTheirs(path),
  }))
  return (
    <form className={styles.form} noValidate aria-label={t.roles} onSubmit={submit(form, record.save, { name: check })}>
      <FormFoot message={record.refusal} busy={record.saving} className={styles.bar}>
        <p>
          {role && (
            <>
              {role.members > 0 ? t.usedBy({ count: role.members }) : t.usedByNobody}
              {role.updatedBy && (
                <>
                  {' · '}
                  {t.editedBy({ name: role.updatedBy.firstName, when: format.dateTime(role.updatedAt) ?? '' })}
                </>
              )}
            </>
          )}
        </p>
        {role && mayCreate && (
          <Button
            component={RouteLink}
            to="setting-role-permission-create"
            search={{ from: role.id }}
            leftSection={<IconCopy size={16} stroke={1.6} />}
          >
            {t.duplicate}
          </Button>
        )}
        <Button type="submit" variant="filled" loading={record.saving} disabled={fixed}>
          {c.save}
        </Button>
      </FormFoot>
      {role && !fixed && <RightChanges before={base.permissions} now={permissions} />}
      <div className={styles.split}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={styles.scroll} aria-label={t.can} tabIndex={0}>
          <div className={styles.head}>
            <FormNote kind="info" message={fixed ? (role.name === OWNER ? t.fixed : t.lookOnly) : undefined} />
            <StaleNote stale={record.stale} conflicts={newer} />
            <div className={`${styles.inputs} ruam-steady`}>
              <CheckedInput {...form.getInputProps('name')} check={check} label={t.name} disabled={fixed} required />
              <TextInput
                {...form.getInputProps('description')}
                label={t.description}
                placeholder={role && called.about({ name: role.name, description: '', permissions })}
                disabled={fixed}
              />
              <NativeSelect
                {...form.getInputProps('home')}
                label={t.home}
                data={roleHomes.map((value) => ({ value, label: homeNames[value] }))}
                disabled={fixed}
              />
            </div>
            {offered && (
              <div className={styles.offer} role="status">
                <p>{t.homeOffered}</p>
                <Button size="xs" onClick={() => choose(withoutFigures, offered.home)}>
                  {t.homeTake}
                </Button>
              </div>
            )}
          </div>
          <RightsMatrix
            held={role?.name === OWNER ? role.permissions : permissions}
            before={role ? base.permissions : undefined}
            holds={reach.holds}
            fixed={fixed}
            onChange={choose}
          />
        </section>
        <RoleSide {...{ role, permissions, home, fixed }} mayGive={reach.mayGive} onChoose={choose} />
      </div>
    </form>
  )
}

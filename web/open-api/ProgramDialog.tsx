import { Checkbox, Input, NativeSelect, Radio, SegmentedControl, TextInput } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { IconCheck, IconDeviceDesktop, IconEye, IconShoppingCart, IconX } from '@tabler/icons-react'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { Fold } from '../ui/Fold.tsx'
import { checks } from '../ui/form.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { accessText } from './field-access-text.ts'
import styles from './OpenApi.module.css'
import cards from './ProgramDialog.module.css'
import { programText } from './program-text.ts'
import { groupOf, scopeGroups } from './scope-groups.ts'
import { text } from './text.ts'

interface ProgramDialogProps {
  /** Continues with a program of a vendor; left out if the person may make none. */
  onVendor: (() => void) | undefined
  onMade: (key: string) => void
  onClose: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const lifetimes = ['30', '90', '365', '730'] as const

/** Scopes of the usual programs. */
const presets = {
  till: ['activity:write', 'profile:write', 'event:write'],
  shop: ['profile:read', 'profile:write', 'activity:read', 'activity:write', 'consent:write', 'event:write'],
  reader: ['profile:read', 'activity:read', 'label:read', 'segment:read'],
} as const satisfies Record<string, readonly Scope[]>
type Preset = keyof typeof presets
const presetNames = Object.keys(presets) as Preset[]
const icons = { till: IconDeviceDesktop, shop: IconShoppingCart, reader: IconEye }

/** Scopes by which the dialog says what a program will and will not do. */
const told = {
  Send: 'activity:write',
  Write: 'profile:write',
  Read: 'profile:read',
  Label: 'label:write',
  Delete: 'profile:delete',
} as const satisfies Record<string, Scope>
const tellings = Object.keys(told) as (keyof typeof told)[]

const same = (one: readonly Scope[], other: readonly Scope[]) => [...one].sort().join() === [...other].sort().join()

/** Makes an API key for a usual program, whose single permissions can be changed in the details. */
export function ProgramDialog({ onVendor, onMade, onClose }: ProgramDialogProps) {
  const t = useWords(text)
  const p = useWords(programText)
  const a = useWords(accessText)
  const format = useFormat()
  const create = useWrite(apiKeys.create, { quiet: true, refreshes: [programs.list] })
  const infos = useRead(masterData.scopes, {}).data?.data ?? []
  const grantable = new Set(infos.flatMap((info) => (info.grantable ? [info.scope] : [])))
  const mayHave = (preset: Preset): Scope[] => {
    const scopes: readonly Scope[] = presets[preset]
    return scopes.filter((scope) => grantable.has(scope))
  }
  const record = useRecordForm({
    blank: { name: '', scopes: [] as Scope[], days: '365' },
    validate: { name: checks.name, scopes: (scopes: Scope[]) => (scopes.length === 0 ? t.chooseScope : null) },
    refusedAt: { name_taken: 'name' },
    save({ name, scopes, days }) {
      const expiredAt = endOf(days)
      return create.mutateAsync({ body: { name: name.trim(), scopes, expiredAt } })
    },
    onSaved: ({ key }) => onMade(key),
    onClose,
  })
  const { form } = record
  const { scopes } = form.values
  const chosen: string = presetNames.find((preset) => scopes.length > 0 && same(scopes, mayHave(preset))) ?? ''
  return (
    <RecordDialog wide title={p.add} create={p.add} record={record}>
      <TextInput {...form.getInputProps('name')} label={t.name} placeholder={t.nameExample} required data-autofocus />
      <Radio.Group
        label={p.forWhat}
        value={chosen}
        error={form.errors.scopes}
        onChange={(value) => form.setFieldValue('scopes', mayHave(value as Preset))}
      >
        <div className={cards.cards}>
          {presetNames.map((preset) => {
            const Icon = icons[preset]
            return (
              <Radio.Card
                key={preset}
                value={preset}
                className={cards.card}
                disabled={infos.length > 0 && mayHave(preset).length === 0}
              >
                <Radio.Indicator />
                <Icon size={18} stroke={1.6} />
                <span>
                  {p[preset]}
                  <small>{p[`${preset}Text`]}</small>
                </span>
              </Radio.Card>
            )
          })}
        </div>
      </Radio.Group>
      {scopes.length > 0 && (
        <section className={cards.will} aria-label={p.will}>
          <p>{p.will}</p>
          <ul>
            {tellings
              .toSorted((one, other) => Number(scopes.includes(told[other])) - Number(scopes.includes(told[one])))
              .map((telling) => {
                const does = scopes.includes(told[telling])
                return (
                  <li key={telling} data-does={does}>
                    {does ? <IconCheck size={16} stroke={1.8} /> : <IconX size={16} stroke={1.8} />}
                    {p[`${does ? 'will' : 'wont'}${telling}`]}
                  </li>
                )
              })}
          </ul>
        </section>
      )}
      <div className={cards.pair}>
        {onVendor && (
          <Input.Wrapper label={p.whoUses} labelElement="div">
            <SegmentedControl
              fullWidth
              transitionDuration={0}
              aria-label={p.whoUses}
              value="store"
              onChange={onVendor}
              data={[
                { value: 'store', label: p.ourStore },
                { value: 'vendor', label: p.vendor },
              ]}
            />
          </Input.Wrapper>
        )}
        <NativeSelect
          {...form.getInputProps('days')}
          label={t.expires}
          data={lifetimes.map((value) => ({
            value,
            label: `${t.inDays({ count: Number(value) })} · ${format.date(endOf(value))}`,
          }))}
        />
      </div>
      <Fold label={p.details} hint={scopes.length > 0 ? t.scopeCount({ count: scopes.length }) : undefined} framed>
        <Checkbox.Group
          value={scopes}
          onChange={(value) => form.setFieldValue('scopes', value as Scope[])}
          label={t.scopes}
          description={infos.some((info) => !info.grantable) ? a.yours : undefined}
        >
          <div className={styles.scopes}>
            {scopeGroups.map((group) => (
              <fieldset key={group}>
                <legend>{a[group]}</legend>
                {infos
                  .filter(({ scope }) => groupOf[scope] === group)
                  .map(({ scope, name, grantable: mayGrant }) => (
                    <Checkbox key={scope} value={scope} label={name} disabled={!mayGrant} />
                  ))}
              </fieldset>
            ))}
          </div>
        </Checkbox.Group>
        <p className={styles.note}>{t.newKeyFields}</p>
      </Fold>
      <p className={styles.note}>{p.shownOnce}</p>
    </RecordDialog>
  )
}

const endOf = (days: string): string => new Date(Date.now() + Number(days) * DAY_MS).toISOString()

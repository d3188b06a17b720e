import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import { broadcastSettings, MAX_TESTERS } from '@ruam/contract/broadcasts/settings.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { useState } from 'react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { useMayCall } from '../ui/may.ts'
import { TimeInput } from '../ui/TimeInput.tsx'
import { Unread } from '../ui/Unread.tsx'
import { type ChosenPerson, PeoplePicker } from './PeoplePicker.tsx'
import styles from './Settings.module.css'
import { text } from './text.ts'

type Settings = Got<typeof broadcastSettings.get>

/** How the store sends broadcasts; a tab of the LINE accounts. */
export function BroadcastSettings() {
  const read = useRead(broadcastSettings.get, {})
  return (
    <>
      <SettingTabs />
      {read.data ? (
        <SettingsForm key={read.data.updatedAt} settings={read.data} />
      ) : read.error ? (
        <Unread read={read} />
      ) : (
        <Bones />
      )}
    </>
  )
}

function SettingsForm({ settings }: { settings: Settings }) {
  const t = useWords(text)
  const mayEdit = useMayCall(broadcastSettings.put)
  const mayReadPurposes = useMayCall(consents.purposes)
  const purposes = useRead(consents.purposes, { query: { limit: 100 } }, { enabled: mayReadPurposes }).data?.data ?? []
  const put = useWrite(broadcastSettings.put)
  const [values, setValues] = useState(settings)
  const [testers, setTesters] = useState<readonly ChosenPerson[]>(settings.testers)
  const change = (parts: Partial<Settings>) => setValues((now) => ({ ...now, ...parts }))
  const hours = values.quietHours
  const unlinked = settings.testers.filter(({ linked }) => !linked)
  function save() {
    const { testers: _, updatedAt, ...rest } = values
    const testerIds = testers.map(({ id }) => id)
    put.mutate(
      { body: { ...rest, testerIds, originTime: updatedAt } },
      { onSuccess: () => alerts.success(t.settingsSaved) },
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.settings} tabIndex={0} aria-label={t.settingsTitle}>
      <fieldset disabled={!mayEdit} aria-label={t.settingsTitle}>
        <TextInput
          label={t.price}
          type="number"
          min={0}
          max={1000}
          step="0.01"
          value={values.price ?? ''}
          onChange={(event) => {
            const price = event.currentTarget.valueAsNumber
            change({ price: Number.isNaN(price) ? null : price })
          }}
        />
        <NativeSelect
          label={t.defaultPurpose}
          value={values.purposeId ?? ''}
          data={[
            { value: '', label: t.choosePurpose },
            ...purposes.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => change({ purposeId: Number(event.currentTarget.value) || null })}
        />
        <NativeSelect
          label={t.unknownConsent}
          value={values.unknownConsent}
          data={[
            { value: 'send', label: t.unknownSend },
            { value: 'skip', label: t.unknownSkip },
          ]}
          onChange={(event) => change({ unknownConsent: event.currentTarget.value as Settings['unknownConsent'] })}
        />
        <Switch
          size="sm"
          label={t.quietHours}
          checked={hours !== null}
          onChange={(event) =>
            change({ quietHours: event.currentTarget.checked ? { from: '21:00', to: '08:00' } : null })
          }
        />
        {hours && (
          <div className={styles.pair}>
            <TimeInput
              label={t.quietFrom}
              value={hours.from}
              onChange={(from) => change({ quietHours: { ...hours, from } })}
            />
            <TimeInput label={t.quietTo} value={hours.to} onChange={(to) => change({ quietHours: { ...hours, to } })} />
          </div>
        )}
        <TextInput
          label={t.weeklyCap}
          type="number"
          min={1}
          max={50}
          value={values.weeklyCap ?? ''}
          onChange={(event) => {
            const cap = event.currentTarget.valueAsNumber
            change({ weeklyCap: Number.isNaN(cap) || cap < 1 ? null : Math.floor(cap) })
          }}
        />
        <PeoplePicker label={t.testers} hint={t.testersHint} most={MAX_TESTERS} value={testers} onChange={setTesters} />
        {unlinked.length > 0 && (
          <p className={styles.warning}>{t.notLinked({ names: unlinked.map(({ name }) => name).join(', ') })}</p>
        )}
        {purposes.length > 0 && (
          <Checkbox.Group
            label={t.clickPurposes}
            value={values.clickPurposeIds.map(String)}
            onChange={(chosen) => change({ clickPurposeIds: chosen.map(Number) })}
          >
            {purposes.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)} label={name} />
            ))}
          </Checkbox.Group>
        )}
        <Switch
          size="sm"
          label={t.approval}
          checked={values.approval}
          onChange={(event) => change({ approval: event.currentTarget.checked })}
        />
        <Switch
          size="sm"
          label={t.perObject}
          checked={values.perObject}
          onChange={(event) => change({ perObject: event.currentTarget.checked })}
        />
      </fieldset>
      {mayEdit && (
        <Button variant="filled" loading={put.isPending} onClick={save}>
          {t.save}
        </Button>
      )}
    </section>
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { savedLocations } from '@ruam/contract/broadcasts/saved-locations.ts'
import { type ClipboardEvent, Suspense, useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import type { DraftMessage } from '../broadcast.ts'
import styles from '../Composer.module.css'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import { readCoordinates, readDegrees } from './coordinates.ts'
import { locationText } from './location-text.ts'

const LocationsDialog = lazyPart(() => import('./LocationsDialog.tsx'))

type LocationMessage = Extract<DraftMessage, { type: 'location' }>

interface LocationFieldProps {
  message: LocationMessage
  place: number
  faults: readonly Fault[]
  onChange: (message: LocationMessage) => void
}

const degrees = { latitude: 90, longitude: 180 } as const
const shown = (value: number | null) => (value === null ? '' : String(value))

/** A location, typed or taken from those that the store has saved. */
export function LocationField({ message, place, faults, onChange }: LocationFieldProps) {
  const t = useWords(text)
  const p = useWords(locationText)
  const maySave = useMayCall(savedLocations.create)
  const mayRead = useMayCall(savedLocations.list)
  const saved = useRead(savedLocations.list, {}, { enabled: mayRead }).data?.results ?? []
  const save = useWrite(savedLocations.create, { quiet: true })
  const [managing, setManaging] = useState(false)
  // As typed: a number that is not in range is kept in its field, and not in the message.
  const [typed, setTyped] = useState({ latitude: shown(message.latitude), longitude: shown(message.longitude) })
  const at = (field: string) => faultWordAt(t, faults, `messages.${place}.${field}`)
  const { title, address, latitude, longitude } = message

  function fill(next: Partial<LocationMessage>) {
    const filled = { ...message, ...next }
    setTyped({ latitude: shown(filled.latitude), longitude: shown(filled.longitude) })
    onChange(filled)
  }
  function paste(event: ClipboardEvent) {
    const pair = readCoordinates(event.clipboardData.getData('text'))
    if (!pair) return
    event.preventDefault()
    fill(pair)
  }
  function keep() {
    if (latitude === null || longitude === null) return
    save.mutate({ body: { title, address, latitude, longitude } }, { onSuccess: () => alerts.success(p.isSaved) })
  }
  const field = (name: 'latitude' | 'longitude') => {
    const most = degrees[name]
    const wrong = typed[name].trim() !== '' && readDegrees(typed[name], most) === null
    return (
      <TextInput
        label={p[name]}
        name={`messages.${place}.${name}`}
        inputMode="decimal"
        value={typed[name]}
        error={wrong ? p[`${name}Range`] : at(name)}
        onPaste={paste}
        onChange={(event) => {
          const next = event.currentTarget.value
          setTyped({ ...typed, [name]: next })
          onChange({ ...message, [name]: readDegrees(next, most) })
        }}
      />
    )
  }
  const line = (name: 'title' | 'address', label: string) => (
    <TextInput
      label={label}
      name={`messages.${place}.${name}`}
      maxLength={messageLimits.place}
      value={message[name]}
      error={at(name)}
      onChange={(event) => onChange({ ...message, [name]: event.currentTarget.value })}
    />
  )
  const isWhole = title.trim() !== '' && address.trim() !== '' && latitude !== null && longitude !== null
  return (
    <div className={styles.fields}>
      {saved.length > 0 && (
        <div className={styles.pair}>
          <NativeSelect
            label={p.savedLocations}
            value=""
            data={[
              { value: '', label: p.chooseLocation },
              ...saved.map((one) => ({ value: String(one.id), label: one.title })),
            ]}
            onChange={(event) => {
              const one = saved.find(({ id }) => String(id) === event.currentTarget.value)
              if (one)
                fill({ title: one.title, address: one.address, latitude: one.latitude, longitude: one.longitude })
            }}
          />
          {maySave && <Button onClick={() => setManaging(true)}>{p.manage}</Button>}
        </div>
      )}
      {line('title', p.locationTitle)}
      {line('address', p.address)}
      <div className={styles.pair}>
        {field('latitude')}
        {field('longitude')}
      </div>
      <p className={styles.quiet}>{p.pasteHint}</p>
      {maySave && !saved.some((one) => one.title === title.trim()) && (
        <div>
          <Button size="sm" disabled={!isWhole} loading={save.isPending} onClick={keep}>
            {p.saveLocation}
          </Button>
        </div>
      )}
      <FormNote message={save.error?.message} />
      {managing && (
        <Suspense>
          <LocationsDialog onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </div>
  )
}

import { Button, TextInput } from '@mantine/core'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { savedLocations } from '@ruam/contract/broadcasts/saved-locations.ts'
import { IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { askConfirmation } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Unread } from '../../ui/Unread.tsx'
import styles from './Locations.module.css'
import { locationText } from './location-text.ts'

type Location = Got<typeof savedLocations.list>['results'][number]

const icon = { size: 16, stroke: 1.6 }

/** The locations of the store, each to be renamed or deleted. */
export default function LocationsDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(locationText)
  const read = useRead(savedLocations.list, {})
  const [renaming, setRenaming] = useState<number>()
  const remove = useWrite(savedLocations.delete)
  async function ask({ id, title }: Location) {
    const sure = await askConfirmation({
      title: t.removeTitle({ name: title }),
      text: t.removeText,
      mode: 'cancel',
    })
    if (sure) remove.mutate({ params: { id } })
  }
  return (
    <Dialog opened onClose={onClose} title={t.savedLocations} size={520} transitionProps={{ duration: 0 }}>
      {read.error && !read.data && <Unread read={read} />}
      {read.data?.results.length === 0 && <EmptyState icon={IconMapPin} title={t.none} text={t.noneText} />}
      {read.data && read.data.results.length > 0 && (
        <ul className={styles.locations}>
          {read.data.results.map((location) => (
            <li key={location.id}>
              {renaming === location.id ? (
                <Rename location={location} onDone={() => setRenaming(undefined)} />
              ) : (
                <>
                  <div>
                    <strong>{location.title}</strong>
                    <span>{location.address}</span>
                  </div>
                  <Button
                    variant="subtle"
                    aria-label={t.rename({ name: location.title })}
                    onClick={() => setRenaming(location.id)}
                  >
                    <IconPencil {...icon} />
                  </Button>
                  <Button
                    variant="subtle"
                    aria-label={t.remove({ name: location.title })}
                    loading={remove.isPending && remove.variables?.params.id === location.id}
                    onClick={() => void ask(location)}
                  >
                    <IconTrash {...icon} />
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Rename({ location, onDone }: { location: Location; onDone: () => void }) {
  const t = useWords(locationText)
  const [title, setTitle] = useState(location.title)
  const update = useWrite(savedLocations.update, { quiet: true })
  function save(event: FormEvent) {
    event.preventDefault()
    const { id, address, latitude, longitude, updatedAt: originTime } = location
    update.mutate({ params: { id }, body: { title, address, latitude, longitude, originTime } }, { onSuccess: onDone })
  }
  return (
    <form className={styles.rename} onSubmit={save}>
      <TextInput
        aria-label={t.newName({ name: location.title })}
        maxLength={messageLimits.place}
        value={title}
        error={update.error?.message}
        data-autofocus
        autoFocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" disabled={title.trim() === ''} loading={update.isPending}>
        {t.save}
      </Button>
      <Button onClick={onDone}>{t.cancel}</Button>
    </form>
  )
}

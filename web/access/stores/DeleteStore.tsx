import { Button, Group, Stack, TextInput } from '@mantine/core'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { STORE_RETENTION_DAYS } from '@ruam/contract/platform/constants.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { closeStore, leaveWithoutMessage, useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './Settings.module.css'
import { text } from './settings-text.ts'

const ExportAll = lazyPart(async () => ({
  default: (await import('../../background/exports/ExportAll.tsx')).ExportAll,
}))

/** Deletes the store after its name was typed. */
export function DeleteStore({ name }: { name: string }) {
  const t = useWords(text)
  const mayFind = useMayCall(profiles.query)
  const mayExport = useMayCall(exports.create) && mayFind
  const [opened, open] = useState<'delete' | 'export'>()
  return (
    <section className={styles.part} aria-label={t.remove}>
      <h2>{t.remove}</h2>
      <div>
        <p className={styles.note}>{t.removeText({ count: STORE_RETENTION_DAYS })}</p>
        <Button color="red" onClick={() => open('delete')}>
          {t.remove}
        </Button>
      </div>
      {opened === 'delete' && (
        <DeleteDialog name={name} onExport={mayExport && (() => open('export'))} onClose={() => open(undefined)} />
      )}
      {opened === 'export' && (
        <Suspense>
          <ExportAll onClose={() => open('delete')} />
        </Suspense>
      )}
    </section>
  )
}

interface DeleteDialogProps {
  name: string
  /** Opens the export of all customers; false without the right to it. */
  onExport: false | (() => void)
  onClose: () => void
}

function DeleteDialog({ name, onExport, onClose }: DeleteDialogProps) {
  const t = useWords(text)
  const c = useWords(common)
  const { id } = useStore()
  const navigate = useNavigate()
  const remove = useWrite(stores.delete, { quiet: true, refreshes: [users.stores] })
  const [typed, setTyped] = useState('')
  const send = async () => {
    const stay = leaveWithoutMessage(id)
    const done = await remove.mutateAsync({ params: { id }, body: { name: typed } }).then(
      () => true,
      () => false,
    )
    if (!done) return void stay()
    await navigate({ to: '/choose-store' as never })
    closeStore(id)
    stay()
    alerts.success(t.removed)
  }
  return (
    <Dialog opened onClose={onClose} title={t.removeTitle({ name })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack gap="md">
          <p>{t.removeText({ count: STORE_RETENTION_DAYS })}</p>
          {onExport && (
            <Group justify="space-between" gap="sm">
              <span>{t.exportFirst}</span>
              <Button leftSection={<IconDownload size={16} stroke={1.6} />} onClick={onExport}>
                {t.exportCustomers}
              </Button>
            </Group>
          )}
          <TextInput
            label={t.removeType}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <FormFoot message={remove.error?.message} busy={remove.isPending}>
            <Button onClick={onClose}>{c.cancel}</Button>
            <Button
              type="submit"
              variant="filled"
              color="red"
              loading={remove.isPending}
              disabled={typed.trim().normalize('NFC') !== name}
            >
              {c.delete}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { people, type RemovedMember } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { LinksDialog } from './LinksDialog.tsx'
import { personNameOf } from './person-row.ts'
import { text } from './text.ts'
import type { RemovedPerson } from './use-remove-member.ts'

export interface RemoveDialogProps {
  person: RemovedPerson
  /** Credentials whose secret the person saw. */
  keys: RemovedMember['ended']
  onClose: () => void
}

/** Removes a member who saw API keys: each ends, unless it gets a new secret. New secrets are shown once. */
export function RemoveDialog({ person, keys, onClose }: RemoveDialogProps) {
  const t = useWords(text)
  const remove = useWrite(people.remove, { refreshes: [people.list, roles.list] })
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const [hours, setHours] = useState('24')
  const taken = remove.data?.takenOver ?? []
  if (taken.length > 0) {
    const invited = taken.map(({ name, secret }) => ({ email: name, link: secret }))
    return <LinksDialog invited={invited} secrets onClose={onClose} />
  }
  const toggle = (id: number) => {
    const next = new Set(kept)
    if (!next.delete(id)) next.add(id)
    setKept(next)
  }
  const submit = () =>
    remove.mutate(
      {
        params: { id: person.id },
        query: { hours, ...(kept.size > 0 && { keep: [...kept].join(',') }) },
      },
      {
        onSuccess: () => {
          alerts.success(t.removed)
          if (kept.size === 0) onClose()
        },
      },
    )
  const periods = {
    0: t.secretAtOnce,
    24: t.secretHours24,
    72: t.secretDays({ count: 3 }),
    168: t.secretDays({ count: 7 }),
  }
  return (
    <Dialog opened onClose={onClose} title={t.removeTitle({ name: personNameOf(person) })} size={480}>
      <Stack gap="md" mt="sm">
        <Text size="sm">{t.removeText({ name: personNameOf(person) })}</Text>
        <FormNote kind="info" message={t.keysSeen} />
        {keys.map(({ id, kind, name }) => (
          <Checkbox
            key={id}
            label={t.endKey({ kind: kind === 'key' ? 'API key' : 'API token', name })}
            description={kept.has(id) ? t.keptKey : t.endedKey}
            checked={!kept.has(id)}
            onChange={() => toggle(id)}
          />
        ))}
        {kept.size > 0 && (
          <NativeSelect
            label={t.seenSecret}
            value={hours}
            data={Object.entries(periods).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button
            size="md"
            variant="filled"
            color="var(--ruam-danger-fill)"
            loading={remove.isPending}
            onClick={submit}
          >
            {t.remove}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

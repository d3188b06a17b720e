import { Button, Group, Stack } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { isUsed, type Segment } from './segment.ts'
import { segmentText } from './segment-text.ts'
import { UsageList } from './UsageList.tsx'

interface DeleteSegmentProps {
  segment: Pick<Segment, 'id' | 'name' | 'targetCount'>
  onDeleted?: () => void
  onClose: () => void
}

/** Deletes a label or a segment, after saying who carries it and what stands on it. */
export function DeleteSegment({ segment, onDeleted, onClose }: DeleteSegmentProps) {
  const t = useWords(segmentText)
  const c = useWords(common)
  const remove = useWrite(labels.delete, { quiet: true })
  const usage = useRead(labels.usage, { params: { id: segment.id } }, { staleTime: 0 })
  const used = usage.data !== undefined && isUsed(usage.data)
  const send = () =>
    remove.mutate(
      { params: { id: segment.id }, query: used ? { confirm: 'true' } : {} },
      {
        onSuccess() {
          alerts.success(c.deleted)
          onClose()
          onDeleted?.()
        },
        // Something has come to use it meanwhile.
        onError: () => void usage.refetch(),
      },
    )
  return (
    <Dialog opened onClose={onClose} title={t.delete({ name: segment.name })} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        <FormNote message={remove.error?.message ?? usage.error?.message} />
        <p style={{ margin: 0 }}>{t.deletePeople({ count: segment.targetCount })}</p>
        {used && usage.data && (
          <div>
            <strong>{t.deleteUsed}</strong>
            <ul style={{ margin: '4px 0', paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
              <UsageList usage={usage.data} />
            </ul>
            {t.deleteBreaks}
          </div>
        )}
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={onClose} data-autofocus>
            {c.cancel}
          </Button>
          <Button
            size="md"
            variant="filled"
            color="var(--ruam-danger-fill)"
            loading={remove.isPending || (usage.isFetching && !usage.data)}
            onClick={send}
          >
            {used ? t.deleteAnyway : c.delete}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

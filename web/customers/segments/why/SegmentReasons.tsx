import { NativeSelect, Stack } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PinButtons } from './PinButtons.tsx'
import { text } from './text.ts'
import { useWhy } from './use-why.ts'
import { Verdict, WhyBody } from './Why.tsx'

interface SegmentReasonsProps {
  profileId: number
  /** Customer's name. */
  name: string
  /** The segments the customer is in. */
  inside: readonly number[]
  onClose: () => void
}

/** Why a customer is in each segment of the store, or is not. */
export function SegmentReasons({ profileId, name, inside, onClose }: SegmentReasonsProps) {
  const t = useWords(text)
  const [chosen, setChosen] = useState<number>()
  const read = useRead(labels.list, {
    query: { offset: 0, limit: -1, type: 'advanced', sortBy: 'name', sortDirection: 'asc' },
  })
  const open = (read.data?.data ?? []).filter(({ membersClosed }) => !membersClosed)
  const all = open.toSorted((a, b) => Number(inside.includes(b.id)) - Number(inside.includes(a.id)))
  const id = chosen ?? all[0]?.id
  return (
    <Dialog opened onClose={onClose} title={t.reasonsOf({ name })} size={520} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        {read.data && all.length === 0 && <p style={{ margin: 0 }}>{t.noSegments}</p>}
        {id !== undefined && (
          <>
            <NativeSelect
              label={t.whichSegment}
              value={String(id)}
              data={all.map((one) => ({
                value: String(one.id),
                label: inside.includes(one.id) ? t.isIn({ name: one.name }) : one.name,
              }))}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
            />
            <Reasons key={id} params={{ id, profileId }} name={name} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}

function Reasons({ params, name }: { params: { id: number; profileId: number }; name: string }) {
  const read = useWhy(params)
  return (
    <>
      {read.data && <Verdict why={read.data} />}
      <WhyBody read={read} />
      {read.data && <PinButtons params={params} why={read.data} name={name} />}
    </>
  )
}

import { Button } from '@mantine/core'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import { text } from './text.ts'

interface ReplayButtonProps {
  /** Without it, all set-aside events. */
  id?: number
  onDone?: () => void
}

/** Tries a set-aside event again, or all of them. */
export function ReplayButton({ id, onDone }: ReplayButtonProps) {
  const t = useWords(text)
  const may = useMayCall(onlineLog.replay)
  const replay = useWrite(onlineLog.replay, { refreshes: [onlineLog.search, onlineLog.get] })
  if (!may) return null
  const press = () =>
    replay.mutate(
      { body: id === undefined ? {} : { ids: [id] } },
      {
        onSuccess: ({ replaying }) => {
          alerts.success(t.replayed({ count: replaying }))
          onDone?.()
        },
      },
    )
  return (
    <Button
      variant="filled"
      leftSection={<IconRefresh size={16} stroke={1.8} />}
      loading={replay.isPending}
      onClick={press}
    >
      {id === undefined ? t.replayAll : t.replay}
    </Button>
  )
}

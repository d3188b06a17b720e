import { Button } from '@mantine/core'
import { IconLock, IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isApiError } from '../data/request.ts'
import { refreshRights, signOut } from '../data/session.ts'
import { useWords, words } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from '../ui/alerts.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { AddressLink } from '../ui/route.tsx'
import { shell } from '../ui/shell-words.ts'

const nothing = words({
  title: ['บทบาทของคุณยังเปิดหน้าใดในร้านนี้ไม่ได้', 'Your role cannot open any page of this store yet'],
  text: [
    'กรุณาขอให้เจ้าของร้านเพิ่มสิทธิ์ให้ แล้วลองอีกครั้ง หรือเปลี่ยนไปร้านอื่น',
    'Ask the store owner for more permissions and try again, or switch to another store.',
  ],
})

/** Cached rights may be stale: the server decides before a person is turned away. */
function useFreshRights() {
  const [asking, setAsking] = useState(false)
  useEffect(() => void refreshRights().catch(() => undefined), [])
  const ask = useCallback(async () => {
    setAsking(true)
    try {
      await refreshRights()
    } catch (error) {
      if (isApiError(error)) alerts.error(error.message)
    } finally {
      setAsking(false)
    }
  }, [])
  return { ask: () => void ask(), asking }
}

/** Next steps in a store without any permitted screen: check again, another store, another account. */
export function NextSteps() {
  const t = useWords(shell)
  const c = useWords(common)
  const navigate = useNavigate()
  const { ask, asking } = useFreshRights()
  const leave = async () => {
    if (await signOut()) await navigate({ to: '/choose-store' as never })
  }
  return (
    <>
      <Button leftSection={<IconRefresh size={16} stroke={1.6} />} loading={asking} onClick={ask}>
        {c.retry}
      </Button>
      <Button component={AddressLink} to="/choose-store">
        {t.changeStore}
      </Button>
      <Button onClick={() => void leave()}>{t.logout}</Button>
    </>
  )
}

/** For a role that opens no screen of the menu. */
export function NothingOpen() {
  const t = useWords(nothing)
  return <EmptyState icon={IconLock} title={t.title} text={t.text} action={<NextSteps />} />
}

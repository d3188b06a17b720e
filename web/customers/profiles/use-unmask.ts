import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useState } from 'react'
import { call, type Got } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { profileText } from './profile-text.ts'

/** Shows a sensitive value for as long as it is on screen. The server records who looked, and a note says so. */
export function useUnmask(profileId: number, fieldId: number) {
  const t = useWords(profileText)
  const [shown, setShown] = useState<Got<typeof profiles.unmask>['value']>()
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      const { value } = await call(profiles.unmask, { params: { id: profileId }, body: { fieldId } })
      setShown(value)
      alerts.success(t.shownLogged, { id: 'unmasked' })
      return value
    } catch (error) {
      if (!isApiError(error)) throw error
      alerts.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { shown, busy, show }
}

import { SettingTabs } from '../app/SettingTabs.tsx'
import { PurposeList } from '../customers/consents/PurposeList.tsx'
import { PrivacyTabs } from './PrivacyTabs.tsx'

/** Purposes of consent, as a part of the privacy desk. */
export function PrivacyConsents() {
  return (
    <>
      <SettingTabs />
      <PrivacyTabs here="consents" />
      <PurposeList />
    </>
  )
}

import { roleAbout, roleTitle } from '@ruam/contract/access/preset-roles.ts'
import { usePreferences } from './preferences.ts'

/** Names roles in the person's language: preset ones have titles in both. */
export function useRoleName() {
  const { language } = usePreferences()
  return {
    title: (name: string) => roleTitle(name, language),
    about: (role: { name: string; description: string; permissions: readonly string[] }) => roleAbout(role, language),
  }
}

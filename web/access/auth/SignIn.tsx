import { useAfterSignIn } from './after-sign-in.ts'
import { SignInForm } from './SignInForm.tsx'

/** The sign-in screen. */
export function SignIn() {
  return <SignInForm onSignedIn={useAfterSignIn()} />
}

import { defineBackground } from 'wxt/utils/define-background'
import { registerBadge } from '../features/badge/background.ts'
import { registerSignIn } from '../features/sign-in/background.ts'

export default defineBackground(() => {
  const report = (error: unknown) => console.error('recipisa:', error)
  registerSignIn(report)
  registerBadge(report)
})

// server-never-imports-browser
import { Button } from '#web/ui/button.tsx'

export const page = () => Button

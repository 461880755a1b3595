export function builtFolder(): string
export function builtProgram(): string | undefined

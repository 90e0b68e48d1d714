import Commands
import Foundation

exit(runCommandLine(environment: ProcessInfo.processInfo.environment))

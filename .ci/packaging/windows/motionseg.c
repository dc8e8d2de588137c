/* motionseg.com starts motionseg.exe, which stands beside it, with the same
   arguments, and waits for it. The command prompt does not wait for the .exe, as
   for any program with a window; it finds the .com first when it is told
   "motionseg". */
#include <windows.h>
#include <stdio.h>
#include <wchar.h>

/* A test under Wine sets DETACHED_PROCESS: Windows gives a program with a window
   no console, Wine does. */
#ifndef CREATION
#define CREATION 0
#endif

/* Ctrl-C is for the program that was started. */
static BOOL WINAPI passed_on(DWORD event)
{
	return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

/* A handle that is redirected to a file or a pipe, or NULL for the console's own,
   to which the program attaches itself. */
static HANDLE redirected(DWORD which)
{
	HANDLE handle = GetStdHandle(which);
	DWORD mode;
	if (handle == INVALID_HANDLE_VALUE || GetConsoleMode(handle, &mode))
		return NULL;
	SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
	return handle;
}

int main(void)
{
	static wchar_t program[32768];
	STARTUPINFOW startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
	PROCESS_INFORMATION process;
	DWORD length = GetModuleFileNameW(NULL, program, 32768), code = 1;

	if (length < 4 || length >= 32768)
		return 1;
	wcscpy(program + length - 4, L".exe");
	SetConsoleCtrlHandler(passed_on, TRUE);
	startup.hStdInput = redirected(STD_INPUT_HANDLE);
	startup.hStdOutput = redirected(STD_OUTPUT_HANDLE);
	startup.hStdError = redirected(STD_ERROR_HANDLE);
	if (!CreateProcessW(program, GetCommandLineW(), NULL, NULL, TRUE, CREATION, NULL, NULL, &startup, &process)) {
		fprintf(stderr, "motionseg: %ls can't be started (error %lu)\n", program, GetLastError());
		return 1;
	}
	WaitForSingleObject(process.hProcess, INFINITE);
	GetExitCodeProcess(process.hProcess, &code);
	return code;
}

#!/usr/bin/env python3
"""What a build gives to others: cmake --install, find_package(zonda) from a project of its own, Debian packages.

package.py --build FOLDER      of the release preset, with everything built

The program's package is unpacked into an empty folder and run with that folder as its whole world (chroot), so that it
can use nothing of this machine; without the right to do that, it is run without an environment.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*command, **options):
    print("+", *map(str, command), flush=True)
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\npackage: that ended with {done.returncode}")
    return done.stdout


def expect(is_so, what):
    if not is_so:
        sys.exit(f"package: {what}")


def check_install(build, scratch):
    prefix = scratch / "installed"
    run("cmake", "--install", build, "--prefix", prefix)
    zonda = prefix / "bin" / "zonda"
    expect("zonda" in run(zonda, "--version"), "the installed program does not say its version")
    for file in ("share/man/man1/zonda-check.1", "share/man/man7/zonda-tutorial.7",
                 "share/bash-completion/completions/zonda", "share/doc/zonda/copyright"):
        expect((prefix / file).is_file(), f"{file} is missing")
    run("cmake", "-S", ROOT / "examples", "-B", scratch / "examples", "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug")
    run("cmake", "--build", scratch / "examples")
    run(sys.executable, ROOT / "tests" / "examples.py", "--folder", scratch / "examples")


def check_debian(build, scratch):
    packages = scratch / "packages"
    packages.mkdir()
    run("cpack", "--config", build / "CPackConfig.cmake", "-B", packages)
    program = list(packages.glob("zonda_*.deb"))
    library = list(packages.glob("libzonda-dev_*.deb"))
    expect(len(program) == 1 and len(library) == 1, "there should be two packages")
    about = run("dpkg-deb", "--info", program[0])
    expect("Depends:" not in about, f"the program should depend on nothing:\n{about}")
    bare = scratch / "bare"
    bare.mkdir()
    if os.geteuid() == 0:
        # A Debian with nothing in it but the data base of packages.
        (bare / "var/lib/dpkg/info").mkdir(parents=True)
        (bare / "var/lib/dpkg/updates").mkdir()
        (bare / "var/lib/dpkg/status").touch()
        run("dpkg", f"--root={bare}", "--log=/dev/null", "--install", program[0])
        expect("ok installed" in (bare / "var/lib/dpkg/status").read_text(), "dpkg did not install it")
        command = ["chroot", bare, "/usr/bin/zonda"]
    else:
        run("dpkg-deb", "--extract", program[0], bare)
        command = ["env", "-i", bare / "usr/bin/zonda"]
    shutil.copy(ROOT / "models/kettle.xta", bare / "kettle.xta")
    model = "/kettle.xta" if os.geteuid() == 0 else bare / "kettle.xta"
    printed = run(*command, "check", model, "-q", "E<> Kettle.Hot")
    expect("satisfied" in printed, f"on a bare machine it printed:\n{printed}")
    expect("Tutorial" in run(*command, "help", "tutorial"), "the manual is missing")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        check_install(options.build, scratch)
        if shutil.which("dpkg-deb"):
            check_debian(options.build, scratch)
    print("package: fine")
    return 0


if __name__ == "__main__":
    sys.exit(main())

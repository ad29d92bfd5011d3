//! A real job array of Slurm: its tasks know their parts, and merged they are the run.
//!
//! Starts a cluster of one node for itself, which needs Debian's `slurm-wlm` and `munge` and the rights to start their daemons.
//! Without them the test says so and proves nothing.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::run::{DUEL, fails, folder, runs, sparring, text};

/// The time that daemons and tasks may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A cluster of one node that lives as long as this.
struct Cluster {
    folder: tempfile::TempDir,
    daemons: Vec<Child>,
}

impl Cluster {
    /// Starts one; else, why there is none.
    fn start() -> Result<Self, String> {
        for needed in ["munged", "slurmctld", "slurmd", "sbatch", "scontrol", "mungekey"] {
            let found = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"].iter().any(|path| Path::new(path).join(needed).is_file());
            if !found {
                return Err(format!("there is no {needed}"));
            }
        }
        let user = Command::new("id").arg("-u").output().map_err(|error| error.to_string())?;
        if text(&user.stdout).trim() != "0" {
            return Err("daemons can only be started by root".into());
        }
        let mut cluster = Cluster { folder: tempfile::tempdir().map_err(|error| error.to_string())?, daemons: Vec::new() };
        cluster.configure()?;
        let at = |name: &str| cluster.path(name).display().to_string();
        let (socket, configuration) = (at("munge.socket"), at("slurm.conf"));
        let munge = [
            ("key-file", at("munge.key")),
            ("socket", socket.clone()),
            ("pid-file", at("munge.pid")),
            ("log-file", at("munge.log")),
            ("seed-file", at("munge.seed")),
        ];
        let munge: Vec<String> = munge.iter().map(|(name, path)| format!("--{name}={path}")).collect();
        let munge: Vec<&str> = munge.iter().map(String::as_str).collect();
        cluster.daemon("munged", &[&["--foreground", "--force"], &munge[..]].concat())?;
        cluster.until("munge answers", |cluster| cluster.path("munge.socket").exists())?;
        cluster.daemon("slurmctld", &["-D", "-f", &configuration])?;
        cluster.daemon("slurmd", &["-D", "-f", &configuration])?;
        cluster.until("the node is idle", |cluster| {
            text(&cluster.command("sinfo", &["-h", "-o", "%T"]).stdout).contains("idle")
        })?;
        Ok(cluster)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn configure(&self) -> Result<(), String> {
        let said = |error: std::io::Error| error.to_string();
        // Other users' daemons would refuse a folder that everybody may write to.
        let host = text(&Command::new("hostname").arg("-s").output().map_err(said)?.stdout).trim().to_owned();
        let port = || Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port());
        let (controller, node) = (port().map_err(said)?, port().map_err(said)?);
        let at = |name: &str| self.path(name).display().to_string();
        let text = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\nSlurmdPort={node}\nSlurmUser=root\n\
             SlurmdUser=root\nAuthType=auth/munge\nAuthInfo=socket={}\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nReturnToService=2\nSlurmctldPidFile={}\n\
             SlurmdPidFile={}\nSlurmdSpoolDir={}\nStateSaveLocation={}\nMpiDefault=none\nSchedulerParameters=sched_interval=1\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
             PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP\n",
            at("munge.socket"),
            at("slurmctld.pid"),
            at("slurmd.pid"),
            at("spool"),
            at("state"),
        );
        fs::write(self.path("slurm.conf"), text).map_err(said)?;
        for name in ["spool", "state"] {
            fs::create_dir(self.path(name)).map_err(said)?;
        }
        let key =
            Command::new("mungekey").arg("--create").arg("--keyfile").arg(self.path("munge.key")).output().map_err(said)?;
        if key.status.success() { Ok(()) } else { Err(text_of(&key)) }
    }

    fn daemon(&mut self, name: &str, arguments: &[&str]) -> Result<(), String> {
        let log = fs::File::create(self.path(&format!("{name}.out"))).map_err(|error| error.to_string())?;
        let also = log.try_clone().map_err(|error| error.to_string())?;
        let child = Command::new(name).args(arguments).stdin(Stdio::null()).stdout(log).stderr(also).spawn();
        self.daemons.push(child.map_err(|error| format!("{name}: {error}"))?);
        Ok(())
    }

    /// Runs one of Slurm's programs.
    fn command(&self, name: &str, arguments: &[&str]) -> Output {
        let configuration = self.path("slurm.conf");
        Command::new(name).args(arguments).env("SLURM_CONF", configuration).output().expect("the program starts")
    }

    /// Waits until something is so.
    fn until(&self, what: &str, mut so: impl FnMut(&Self) -> bool) -> Result<(), String> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if so(self) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let log = |name: &str| fs::read_to_string(self.path(&format!("{name}.out"))).unwrap_or_default();
        Err(format!("waited in vain: {what}\n{}{}{}", log("munged"), log("slurmctld"), log("slurmd")))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for mut daemon in self.daemons.drain(..).rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn text_of(output: &Output) -> String {
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_job_array_is_the_run() {
    let cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(reason) => {
            eprintln!("SKIPPED, nothing is proved: no Slurm on this machine: {reason}");
            return;
        }
    };
    let folder = folder(&[("duel.toml", DUEL)]);
    let run = ["run", "duel.toml", "--fights", "3001"];
    let whole = runs(folder.path(), &[&run[..], &["--out", "whole"]].concat());
    let job = format!("#!/bin/sh\nexec {} {} --out parted\n", env!("CARGO_BIN_EXE_sparring"), run.join(" "));
    fs::write(folder.path().join("job.sh"), job).expect("the file can be written");
    let (here, script) = (folder.path().display().to_string(), folder.path().join("job.sh").display().to_string());
    let submitted = cluster.command("sbatch", &["--array=0-3", "--wait", "--chdir", &here, "--output", "task-%a.out", &script]);
    let tasks: String =
        (0..4).map(|task| fs::read_to_string(folder.path().join(format!("task-{task}.out"))).unwrap_or_default()).collect();
    assert!(submitted.status.success(), "{}{tasks}", text_of(&submitted));
    let merged = runs(folder.path(), &["merge", "parted/parts"]);
    assert_eq!(merged.replace("parted/", "whole/"), whole);
    for file in ["tally", "report.html"] {
        let [one, other] = ["whole", "parted"].map(|out| fs::read(folder.path().join(out).join(file)).expect("it was written"));
        assert_eq!(one, other, "{file}");
    }
    fs::remove_file(folder.path().join("parted/parts/3-of-4.part")).expect("it was written");
    fails(folder.path(), &["merge", "parted/parts"], 3, &["part 3 of 4 missing"]);
    assert!(sparring(folder.path(), &["--version"]).status.success());
}
